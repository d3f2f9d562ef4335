// Strategy: schedules near one that was recorded before the code changed.
//
// An edit moves a schedule in few ways: a task is the second of its kind where it was the first, another task stands at the place of
// a choice, everything after some point comes a step later. Each way has a source of policies; they take turns, the nearest first.
// Behind them come small random changes of the recorded schedule, and random walks along it.
import type { Policy } from '../core/policy.js'
import { stream } from '../core/random.js'
import { jittered, loosened } from './nearby/drawn.js'
import { asHolds, moved } from './nearby/moved.js'
import { shifted } from './nearby/shifted.js'
import type { Strategy } from './strategy.js'

const SALT = 0x6e656172

export interface Recorded {
  /** As it was found, by key. */
  readonly policy: Policy
  /** The same by step and index; `null` where that is not known. */
  readonly byIndex: Policy | null
}

/** Begins with the recorded schedule itself, from whose tasks it learns what there is to be late. Ends once a hundred policies in a row are old. */
export const nearby = ({ policy, byIndex }: Recorded): Strategy => ({
  name: 'nearby',
  draws: true,
  series: (seed) => {
    let policies: Iterator<Policy> | null = null
    const tried = new Set([JSON.stringify(policy)])
    const fresh = (): Policy | null => {
      for (let old = 0; policies !== null && old < OLD_AT_MOST; old++) {
        const { value, done } = policies.next()
        if (done === true) return null
        const name = JSON.stringify(value)
        if (tried.has(name)) continue
        tried.add(name)
        return value
      }
      return null
    }
    let first = true
    return {
      next: () => {
        if (!first) return fresh()
        first = false
        return policy
      },
      learn: ({ taskKeys }) => {
        if (policies !== null || taskKeys === null) return
        const keys = [...new Set(taskKeys)]
        const draw = stream(seed, SALT)
        policies = inTurns([
          moved(policy, keys),
          asHolds(policy, keys),
          ...(byIndex === null ? [] : [shifted(byIndex)]),
          jittered(policy, keys, draw),
          loosened(policy, draw),
        ])
      },
    }
  },
})

const OLD_AT_MOST = 100

function* inTurns(sources: readonly Iterator<Policy>[]): Generator<Policy> {
  let left = sources
  while (left.length > 0) {
    const still: Iterator<Policy>[] = []
    for (const source of left) {
      const { value, done } = source.next()
      if (done === true) continue
      still.push(source)
      yield value
    }
    left = still
  }
}
