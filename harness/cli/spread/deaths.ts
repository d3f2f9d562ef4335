// Processes that died under a search: what they were at is done again, but not for ever.
import type { Problem } from '../messages.js'

/** Over one and the same share, a death is nobody's accident any more. */
const TRIES = 3

export interface Deaths {
  /** Takes a death into account. Returns whether another process should try the same again. */
  mayTryAgain(share: number, problem: Problem): boolean
  /** Of a search that has survived them. */
  notes(): string[]
}

export const createDeaths = (): Deaths => {
  const byShare = new Map<number, number>()
  const causes = new Map<string, number>()
  return {
    mayTryAgain: (share, { code, text }) => {
      if (code !== 'WORKER_DIED') return false
      const times = (byShare.get(share) ?? 0) + 1
      byShare.set(share, times)
      const cause = (text.split('\n')[0] as string).replace(/^WORKER_DIED: /, '')
      causes.set(cause, (causes.get(cause) ?? 0) + 1)
      return times < TRIES
    },
    notes: () =>
      [...causes].map(
        ([cause, times]) =>
          `${cause}${times === 1 ? '' : ` (${times} times)`}: another one took its place, and did again what was not done`,
      ),
  }
}

/** What is left to say where every process that tried the same has died. */
export const diedAgain = (problem: Problem): Problem =>
  problem.code === 'WORKER_DIED'
    ? { ...problem, text: `${problem.text}\n  so did those that took its place: ${TRIES} in all` }
    : problem
