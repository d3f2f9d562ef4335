// Processes that died under a search: what they were at is done again, but not for ever.
import type { Problem } from '../messages.js'

/** Over one and the same share, a death is nobody's accident any more. */
const TRIES = 3
/** So many are forgiven over all shares together; more only where the search gets on in spite of them. */
const FORGIVEN = 10
/** Then one for so many shares that were done: a subject that runs out of memory now and then costs a tenth, not the whole budget. */
const SHARES_A_DEATH = 10

export interface Deaths {
  /**
   * Takes the end of a process into account. `done`: shares that are settled by now. Returns `null` where another process should try
   * the same again, else what is left to say.
   */
  take(share: number, problem: Problem, done: number): Problem | null
  /** Of a search that has survived them. */
  notes(): string[]
}

export const createDeaths = (): Deaths => {
  const byShare = new Map<number, number>()
  const causes = new Map<string, number>()
  let total = 0
  const count = (share: number, cause: string): number => {
    total++
    causes.set(cause, (causes.get(cause) ?? 0) + 1)
    const times = (byShare.get(share) ?? 0) + 1
    byShare.set(share, times)
    return times
  }
  return {
    take: (share, problem, done) => {
      if (problem.code !== 'WORKER_DIED') return problem
      const times = count(share, causeOf(problem))
      if (times >= TRIES) return saying(problem, `so did those that took its place: ${TRIES} in all`)
      if (total <= FORGIVEN + Math.floor(done / SHARES_A_DEATH)) return null
      return saying(problem, `so did others before, over other shares: ${total} in all, while ${done} shares were done`)
    },
    notes: () =>
      [...causes].map(
        ([cause, times]) =>
          `${cause}${times === 1 ? '' : ` (${times} times)`}: another one took its place, and did again what was not done`,
      ),
  }
}

const causeOf = ({ text }: Problem): string => (text.split('\n')[0] as string).replace(/^WORKER_DIED: /, '')

const saying = (problem: Problem, what: string): Problem => ({ ...problem, text: `${problem.text}\n  ${what}` })
