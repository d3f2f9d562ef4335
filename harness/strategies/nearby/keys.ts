// Near one another: keys of tasks of one actor and one kind that differ in their ordinal, and what else could have become of a task.
import { type KeyParts, keyParts } from '../../core/task-key.js'

/** Strands are numbered as they begin, so one that is new moves the others: `main/3` may have been `main/2`. */
const strandOf = (actor: string): string => actor.replace(/\/\d+$/, '')

/** `fs.open calls.log` is `fs.open`. */
const kindOf = (what: string): string => what.split(' ')[0] as string

/**
 * Tasks that `key` may have become, the likeliest first: itself, the same task with another ordinal, the same kind of task, the same
 * task of a neighbouring strand. Empty where nothing like it is left.
 */
export const relativesOf = (key: string, keys: readonly string[]): string[] => {
  const own = keyParts(key)
  if (own === null) return [key]
  const ranked = keys.flatMap((other) => {
    const rank = rankOf(own, keyParts(other))
    return rank === null ? [] : [{ other, rank }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, RELATIVES_AT_MOST)
    .map(({ other }) => other)
}

/** A poller has thousands. */
const RELATIVES_AT_MOST = 12

/** Further than any ordinal. */
const FAR = 1_000_000

const rankOf = (own: KeyParts, other: KeyParts | null): number | null => {
  if (other === null || strandOf(own.actor) !== strandOf(other.actor) || kindOf(own.what) !== kindOf(other.what)) return null
  const kind = own.what === other.what ? 0 : FAR
  const strand = own.actor === other.actor ? 0 : 2 * FAR
  return kind + strand + Math.abs(own.n - other.n)
}

/** The other tasks of the same actor, the nearest in the order of `keys` first: a task that is new, or that took over. */
export const neighboursOf = (key: string, keys: readonly string[]): string[] => {
  const own = keyParts(key)
  const at = keys.indexOf(key)
  if (own === null || at < 0) return []
  return keys
    .map((other, i) => ({ other, distance: Math.abs(i - at) }))
    .filter(({ other, distance }) => distance > 0 && keyParts(other)?.actor === own.actor)
    .sort((a, b) => a.distance - b.distance)
    .map(({ other }) => other)
}
