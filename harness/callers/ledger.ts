// The ledger of one workload: which operations are pending, what the dispatcher knows of them, and which may be given up.

import type { DispatcherSpec } from '../core/dispatcher-spec.js'
import { HarnessError } from '../core/errors.js'
import { DISPATCHER, type EventFacts, type HistoryRecorder } from '../core/history.js'
import type { Controls } from '../core/runtime.js'
import { carries } from '../core/tokens.js'
import type { Operation } from '../core/workload.js'
import { SILENCES } from '../dispatchers/connection.js'

export type Settled = 'ended' | 'given up'

export interface Ledger {
  /** For the dispatcher: what it records is recorded, and read. */
  readonly recorder: HistoryRecorder
  /** Records an operation from its invocation to its end. Rejects only with an error of the harness's own. */
  enter(caller: string, operation: Operation, perform: () => unknown): Promise<Settled>
}

type Fate = 'unsent' | 'waiting' | 'answered' | 'swallowed'

interface Pending {
  readonly token: string
  giveUp(): void
}

/**
 * A caller whose request met an injected silence (a drop, a `never`, a half-open connection) waits for ever, and that is no
 * deadlock of the subject. At a standstill such operations are given up; with them those that wait in the same silence (asked, and
 * not answered), and those whose request was never seen, which may be queued behind them in the subject. An operation that the
 * dispatcher has answered is not given up: its answer was lost by the subject.
 */
export const createLedger = (
  controls: Controls,
  tokens: readonly string[],
  transport: DispatcherSpec['transport'] = 'uds',
): Ledger => {
  const pending = new Map<number, Pending>()
  const requests = watchRequests(controls, tokens, transport)
  controls.atStandstill(() => {
    if (!requests.silenced()) return
    for (const { token, giveUp } of [...pending.values()]) if (requests.fateOf(token) !== 'answered') giveUp()
  })
  const enter: Ledger['enter'] = (actor, { op, token, input }, perform) => {
    const call = controls.nextCall()
    const end = (event: Pick<EventFacts, 'type' | 'output' | 'error'>): void => {
      if (pending.delete(call)) controls.record({ actor, call, op, ...event })
    }
    controls.record({ actor, call, type: 'invoke', op, token, input })
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        end({ type: 'info', error: 'no answer, by an injected fault' })
        resolve('given up')
      }
      pending.set(call, { token, giveUp })
      const succeed = (output: unknown): void => {
        end({ type: 'ok', output })
        resolve('ended')
      }
      const fail = (error: unknown): void => {
        end({ type: 'fail', error: describe(error) })
        if (error instanceof HarnessError) reject(error)
        else resolve('ended')
      }
      settle(perform, succeed, fail)
    })
  }
  return { recorder: requests.recorder, enter }
}

/** Whatever `perform` does, throwing at once included, comes to one of the two. */
const settle = (perform: () => unknown, succeed: (value: unknown) => void, fail: (error: unknown) => void): void => {
  try {
    Promise.resolve(perform()).then(succeed, fail)
  } catch (error) {
    fail(error)
  }
}

/** The text of an error, or whatever else was thrown as text. */
const describe = (error: unknown): string => {
  if (error instanceof Error) return error.message === '' ? error.name : error.message
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error))
}

/** Reads the dispatcher's events as they are recorded. */
const watchRequests = (recorder: HistoryRecorder, tokens: readonly string[], transport: DispatcherSpec['transport']) => {
  const fates = new Map<string, Fate>()
  const open = new Map<number, readonly string[]>()
  let silenced = false
  const silences = transport === 'file' ? [...SILENCES, 'crash'] : SILENCES
  const read = ({ actor, type, call, input, error = '' }: EventFacts): void => {
    if (actor !== DISPATCHER) return
    if (type === 'invoke')
      open.set(
        call,
        tokens.filter((token) => carries(input, token)),
      )
    const swallowed = type === 'info' && silences.includes(error)
    silenced ||= swallowed
    const fate: Fate = type === 'invoke' ? 'waiting' : swallowed ? 'swallowed' : 'answered'
    for (const token of open.get(call) ?? []) fates.set(token, fate)
  }
  return {
    silenced: () => silenced,
    fateOf: (token: string): Fate => fates.get(token) ?? 'unsent',
    recorder: {
      record(event: EventFacts) {
        recorder.record(event)
        read(event)
      },
      nextCall: () => recorder.nextCall(),
    },
  }
}
