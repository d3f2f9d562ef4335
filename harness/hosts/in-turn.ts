// One race at a time in a process: hosts run tests side by side, and executions of two searches must not take turns.
import { real } from '../runtimes/node/kernel/real.js'

export interface TurnOptions {
  /** The host's: it has given up on the race. */
  readonly signal: AbortSignal
  /** In real ms, from when the race has its turn; 0: none. Waiting for others is no fault of its own. */
  readonly timeoutMs: number
}

/** For as long as it takes. */
export const AT_LEISURE: TurnOptions = { signal: new AbortController().signal, timeoutMs: 0 }

let last: Promise<unknown> = Promise.resolve()

/** Runs `race` once those that came before have ended. The signal that it is given ends with the reason as a sentence. */
export const inTurn = <T>(race: (signal: AbortSignal) => Promise<T>, options: TurnOptions): Promise<T> => {
  const turn = last.then(() => timed(race, options))
  last = turn.catch(() => {})
  return turn
}

const timed = async <T>(race: (signal: AbortSignal) => Promise<T>, { signal, timeoutMs }: TurnOptions): Promise<T> => {
  if (timeoutMs === 0) return race(signal)
  const clock = new AbortController()
  const timer = real.setTimeout(() => clock.abort(`timed out after ${timeoutMs / 1000} s`), timeoutMs)
  try {
    return await race(AbortSignal.any([signal, clock.signal]))
  } finally {
    real.clearTimeout(timer)
  }
}

/** Why a race was ended before it was done. */
export const reasonOf = ({ reason }: AbortSignal): string => (typeof reason === 'string' ? reason : 'ended by the test host')
