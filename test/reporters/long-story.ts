// Executions of any length: every call goes to the dispatcher and comes back, and one answer goes to the wrong caller.
import type { Execution, Step } from '../../harness/core/execution.js'
import type { EventFacts, HistoryEvent } from '../../harness/core/history.js'
import { callerName } from '../../harness/core/workload.js'
import { execution } from '../oracles/tell.js'

export interface LongOptions {
  readonly callers?: number
  /** Steps between two events. Default 4. */
  readonly stepsBetween?: number
  /** What an input and an output hold besides their token. */
  readonly ballast?: string
}

/** `events` is a multiple of 4. */
export const longStory = (events: number, { callers = 5, stepsBetween = 4, ballast = '' }: LongOptions = {}): Execution => {
  const calls = events / 4
  const facts = Array.from({ length: calls }, (_, call) => roundTrip(call, { callers, calls, ballast })).flat()
  const history = facts.map((fact, n): HistoryEvent => ({ n, atMs: n / 2, step: (n + 1) * stepsBetween, ...fact }))
  const steps = Array.from({ length: events * stepsBetween + 1 }, (_, n) => step(n, callerName(n % callers)))
  return {
    ...execution(history),
    steps,
    stats: { steps: steps.length, atMs: events / 2, stepsByActor: {}, nativeUncontrolled: false },
  }
}

interface Trip extends Required<Omit<LongOptions, 'stepsBetween'>> {
  readonly calls: number
}

const roundTrip = (call: number, { callers, calls, ballast }: Trip): EventFacts[] => {
  const token = `TAG-${call + 1}`
  const [actor, data] = [callerName(call % callers), { command: `echo ${token}`, ...(ballast === '' ? {} : { ballast }) }]
  const via = { connection: `c${(call % 2) + 1}`, message: call }
  const other = { command: `echo TAG-${call}` }
  return [
    { actor, call: 2 * call, type: 'invoke', op: 'terminal', token, input: data },
    { actor: 'dispatcher', call: 2 * call + 1, type: 'invoke', op: 'terminal', input: data, via },
    { actor: 'dispatcher', call: 2 * call + 1, type: 'ok', op: 'terminal', output: data, via },
    { actor, call: 2 * call, type: 'ok', op: 'terminal', output: call === calls - 1 ? other : data },
  ]
}

const step = (n: number, actor: string): Step => ({
  n,
  atMs: n / 100,
  actor,
  key: `${actor}|net.data dispatcher.sock ${actor} c2s|${n}`,
  what: `net.data dispatcher.sock ${actor} c2s`,
  cause: n === 0 ? null : `${actor}|net.data dispatcher.sock ${actor} c2s|${n - 1}`,
  options: 3,
  took: n % 3,
  chose: [],
})
