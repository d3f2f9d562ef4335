// The calls that are under way: each is recorded from its invocation to its end, or given up where an injected fault keeps it waiting.
import { errorWords } from '../core/error-text.js'
import { type EventFacts, MAIN } from '../core/history.js'
import type { Controls } from '../core/runtime.js'
import type { Silences } from './silences.js'

export interface OpenCall {
  succeed(output: unknown): void
  fail(error: unknown): void
}

export type CallFacts = Pick<EventFacts, 'actor' | 'op' | 'input'> & { readonly token: string | undefined }

export interface OpenCalls {
  /** Records the invocation. `onGivenUp` runs after the call was ended as `info`; what comes after that is not recorded any more. */
  open(facts: CallFacts, onGivenUp?: () => void): OpenCall
  /** What the scenario itself asks of the subject: recorded only where it is given up, and `undefined` then. */
  attempt<T>(op: string, work: () => T | Promise<T>): Promise<T | undefined>
}

/**
 * A caller whose request met an injected silence waits for ever, and that is no deadlock of the subject. At a standstill such calls
 * are given up; with them those that wait in the same silence (asked, and not answered), and those whose request was never seen,
 * which may be queued behind them in the subject. A call that the dispatcher has answered is not: the subject has lost its answer.
 * `onAllGivenUp` runs where nobody is left who waits for another reason.
 */
export const createOpenCalls = (controls: Controls, silences: Silences, onAllGivenUp?: () => void): OpenCalls => {
  const pending = new Map<number, { readonly token: string | undefined; giveUp(): void }>()
  controls.atStandstill(() => {
    if (!silences.happened) return false
    const before = pending.size
    for (const { token, giveUp } of [...pending.values()]) {
      if (token === undefined || !silences.wasAnswered(token)) giveUp()
    }
    if (pending.size > 0 || onAllGivenUp === undefined) return pending.size < before
    onAllGivenUp()
    return true
  })
  return {
    open({ actor, op, token, input }, onGivenUp = () => {}) {
      const call = controls.nextCall()
      const end = (event: Pick<EventFacts, 'type' | 'output' | 'error'>): void => {
        if (pending.delete(call)) controls.record({ actor, call, op, ...event })
      }
      controls.record({ actor, call, type: 'invoke', op, ...(token === undefined ? {} : { token }), input })
      const giveUp = (): void => {
        end({ type: 'info', error: GIVEN_UP })
        onGivenUp()
      }
      pending.set(call, { token, giveUp })
      return {
        succeed: (output) => end({ type: 'ok', output }),
        fail: (error) => end({ type: 'fail', error: describe(error) }),
      }
    },
    attempt: (op, work) =>
      new Promise((resolve, reject) => {
        const call = controls.nextCall()
        const giveUp = (): void => {
          pending.delete(call)
          controls.record({ actor: MAIN, call, type: 'info', op, error: GIVEN_UP })
          resolve(undefined)
        }
        pending.set(call, { token: undefined, giveUp })
        const done = (end: () => void): void => {
          if (pending.delete(call)) end()
        }
        const working = controls.as(MAIN, async () => work())
        working.then(
          (value) => done(() => resolve(value)),
          (error) => done(() => reject(error)),
        )
      }),
  }
}

const GIVEN_UP = 'no answer, by an injected fault'

/** The text of an error, or whatever else was thrown as text. */
const describe = (error: unknown): string => {
  const { name, message } = errorWords(error)
  return message === '' ? name : message
}
