// Strategy: one to three tasks are slow, all else is calm.
import { calm, follow, type Hold } from '../core/policy.js'
import { below, stream } from '../core/random.js'
import type { Strategy } from './strategy.js'

const SALT = 0x736c6f77
const MOST = 3
/** How often a set that was drawn before is drawn again, before it is tried once more. */
const REDRAWS = 8
/** Sets beyond these are not remembered. */
const REMEMBERED_AT_MOST = 10_000

/**
 * Holds one, two or three tasks of the first (calm) execution until nothing else can run. A task that must be late by k steps
 * is one hold, where a random walk needs k answers in a row. One task is as likely as two, and two as three. Ends once every set
 * of so many tasks has been tried.
 */
export const slowTask = (): Strategy => ({
  name: 'slow-task',
  draws: true,
  series: (seed) => {
    const draw = stream(seed, SALT)
    let keys: readonly string[] | null = null
    const tried = new Set<string>()
    const fresh = (all: readonly string[]): string[] => {
      let drawn: string[] = []
      for (let i = 0; i <= REDRAWS; i++) {
        drawn = drawSome(all, draw)
        const name = drawn.join('\n')
        if (tried.has(name)) continue
        if (tried.size < REMEMBERED_AT_MOST) tried.add(name)
        break
      }
      return drawn
    }
    return {
      next: () => {
        if (keys === null) return calm
        return tried.size === setsOf(keys.length) ? null : follow(fresh(keys).map(holdOf))
      },
      learn: ({ taskKeys }) => {
        if (taskKeys !== null) keys ??= [...new Set(taskKeys)]
      },
    }
  },
})

/** How many sets of one to three there are among `n`. */
const setsOf = (n: number): number => n + (n * (n - 1)) / 2 + (n * (n - 1) * (n - 2)) / 6

const holdOf = (key: string): Hold => ({ hold: key, until: 'last' })

const drawSome = (all: readonly string[], draw: () => number): string[] => {
  const count = Math.min(all.length, 1 + below(draw(), MOST))
  const drawn = new Set<string>()
  while (drawn.size < count) drawn.add(all[below(draw(), all.length)] as string)
  return [...drawn].sort()
}
