// One live object per key: whoever opens the same session, document or connection twice gets the same one.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { distinct, listedUpTo } from './sentence.js'

/** An object that somebody was given under a key, and that is alive: neither deleted nor replaced. */
export interface Held {
  readonly key: string
  /** What tells it from others of its key: a serial number, for instance. */
  readonly object: string | number
  /** Who has it: a caller, or a table. */
  readonly by: string
  /** Ordinal (`n`) of the history event that shows it. */
  readonly event?: number
}

export interface OneObjectPerKeyOptions {
  /** Every live object that somebody has, as often as it was given out. Pure. */
  readonly held: (execution: Execution) => readonly Held[]
  /** What an object is, in words. Default: `object`. */
  readonly what?: string
  /** Default: `one-object-per-key`. */
  readonly name?: string
}

/**
 * Fails with the symptom `two-objects`, once for each key, where two objects of one key are alive: what is done to one of them, nobody
 * sees in the other. Two loads of one key are no fault, as long as one object comes of them.
 */
export const oneObjectPerKey = ({ held, what = 'object', name = 'one-object-per-key' }: OneObjectPerKeyOptions): Oracle => ({
  name,
  judge: (execution) => {
    const verdicts = [...byKey(held(execution))].flatMap(([key, all]): Verdict[] => {
      const objects = distinct(all.map(({ object }) => String(object)))
      if (objects.length < 2) return []
      const events = all.flatMap(({ event }) => (event === undefined ? [] : [event]))
      const message = `${key} has ${objects.length} live ${what}s: ${listedUpTo(3, objects.map(holdersOf(all, what)))}`
      return [{ oracle: name, outcome: 'fail', symptom: 'two-objects', message, ...(events.length === 0 ? {} : { events }) }]
    })
    return verdicts.length > 0 ? verdicts : { oracle: name, outcome: 'pass', message: `one live ${what} for each key` }
  },
})

const byKey = (held: readonly Held[]): Map<string, Held[]> => {
  const keys = new Map<string, Held[]>()
  for (const one of held) keys.set(one.key, [...(keys.get(one.key) ?? []), one])
  return keys
}

/** `ann and bob have session 1`. */
const holdersOf =
  (all: readonly Held[], what: string) =>
  (object: string): string => {
    const holders = distinct(all.filter((one) => String(one.object) === object).map(({ by }) => by))
    return `${listedUpTo(3, holders)} ${holders.length === 1 ? 'has' : 'have'} ${what} ${object}`
  }
