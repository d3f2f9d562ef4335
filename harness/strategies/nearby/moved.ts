// The recorded schedule with its tasks found again under other keys: as it was written, and as tasks that were slow.
import { type Change, type Deviation, follow, type Hold, isHold, type Policy } from '../../core/policy.js'
import { keyParts } from '../../core/task-key.js'
import { neighboursOf, relativesOf } from './keys.js'

/** Alternatives of one change that are tried at most. */
const EACH_AT_MOST = 12

/** Every change under every key that its tasks may have now; first all of them as near as possible, then one after the other further away. */
export function* moved(policy: Policy, keys: readonly string[]): Generator<Policy> {
  for (const deviations of combined(policy.deviations.map((change) => alternativesOf(change, keys))))
    yield { ...policy, deviations }
}

/** A task that was taken in the place of another says that the other one was slow: that is found again where a choice has moved away. */
export function* asHolds(policy: Policy, keys: readonly string[]): Generator<Policy> {
  const lists = policy.deviations.map((change) => (isHold(change) ? holdsLike(change, keys) : holdsFor(change, keys)))
  for (const holds of combined(lists)) yield follow(holds)
}

export const alternativesOf = (change: Change, keys: readonly string[]): Change[] =>
  (isHold(change) ? holdsLike(change, keys) : deviationsLike(change, keys)).slice(0, EACH_AT_MOST)

const holdsLike = ({ hold, until }: Hold, keys: readonly string[]): Hold[] =>
  near(relativesOf(hold, keys), untils(until, keys)).map(([task, other]) => ({ hold: task, until: other }))

/** Who overtakes may have one task more to do by now, or one fewer. */
const untils = (until: string, keys: readonly string[]): string[] => {
  if (until === 'last') return ['last']
  const [first, ...others] = relativesOf(until, keys)
  return first === undefined ? ['last'] : [...new Set([first, ...neighboursOf(first, keys).slice(0, 4), ...others, 'last'])]
}

/** Of data, whose keys name no task, only the place can have moved. */
const deviationsLike = (deviation: Deviation, keys: readonly string[]): Deviation[] => {
  const { at, take } = deviation
  const places = keyParts(take) === null || at === '' ? placesOfData(at) : relativesOf(at, keys)
  const tasks = relativesOf(take, keys)
  return near(places, tasks).map(([place, task]) => ({ ...deviation, at: place, take: task }))
}

const placesOfData = (at: string): string[] => {
  const own = keyParts(at)
  if (own === null) return [at]
  const { actor, what, n } = own
  return [n, n + 1, n - 1, n + 2, n - 2, n + 3].filter((each) => each > 0).map((each) => `${actor}|${what}|${each}`)
}

const holdsFor = ({ at, take }: Deviation, keys: readonly string[]): Hold[] => {
  if (keyParts(take) === null) return []
  return holdsLike({ hold: at, until: take }, keys)
}

/** Pairs, those first that are near in both. */
const near = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
  as
    .flatMap((a, i) => bs.map((b, j) => ({ pair: [a, b] as [A, B], rank: i + j })))
    .sort((one, other) => one.rank - other.rank)
    .map(({ pair }) => pair)

/** One of each list, by how far they are from the heads of their lists in all. An empty list leaves its change out. */
function* combined<T>(all: readonly (readonly T[])[]): Generator<T[]> {
  const lists = all.filter((list) => list.length > 0)
  const furthest = lists.reduce((sum, list) => sum + list.length - 1, 0)
  for (let rank = 0; rank <= furthest; rank++) yield* ofRank(lists, rank)
}

function* ofRank<T>([first, ...others]: readonly (readonly T[])[], rank: number): Generator<T[]> {
  if (first === undefined) {
    if (rank === 0) yield []
    return
  }
  for (let i = 0; i <= Math.min(rank, first.length - 1); i++) {
    for (const rest of ofRank(others, rank - i)) yield [first[i] as T, ...rest]
  }
}
