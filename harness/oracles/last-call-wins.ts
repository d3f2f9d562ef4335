// The last call wins: of several writes to one thing, what stays is that of the latest.
import type { Execution } from '../core/execution.js'
import { type Call, callsOf } from '../core/history.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { notJudged } from './at-the-end.js'

/** A key and a value: what a call writes, or what is there at the end. */
export interface Entry {
  readonly key: string
  readonly value: string
}

export interface LastCallWinsOptions {
  /** What a call writes, the value unique in the execution (a token, say); `null` where it writes nothing. Pure. */
  readonly writes: (call: Call) => Entry | null
  /** What is there once all callers have settled, one entry for each key. Pure. */
  readonly left: (execution: Execution) => readonly Entry[]
  /** What was there before the callers came. Default: nothing. */
  readonly before?: readonly Entry[]
  /**
   * Which of two calls is the later one. `called`: whichever was called later, even if the other was still under way: what a queue in one
   * process promises. `ended`: one that was called after the other had ended; of two at the same time either may win, as of requests that
   * come over several connections; one that failed (it ran out of time, say) may take effect whenever it likes. Default `called`.
   */
  readonly later?: 'called' | 'ended'
  /** Default: `last-call-wins`. */
  readonly name?: string
}

/**
 * Fails with the symptom `overtaken` where the value of an earlier call is left although a later one was acknowledged (`ok`); with `lost`
 * where nothing is left of a key that such a call has written; and with `undue` where a value is left that nobody wrote. A call that
 * failed, was given up or never ended overtakes nobody. An execution that was cut short, or in which a call was given up, is not judged.
 */
export const lastCallWins = (options: LastCallWinsOptions): Oracle => {
  const { name = 'last-call-wins' } = options
  return {
    name,
    judge: (execution) => {
      const unsettled = notJudged(execution)
      const verdicts = unsettled === null ? findingsIn(execution, options).map((found) => failure(name, found)) : []
      if (verdicts.length > 0) return verdicts
      return { oracle: name, outcome: 'pass', message: unsettled ?? 'of each key the value of the last call is left' }
    },
  }
}

interface Finding {
  readonly symptom: string
  readonly message: string
  readonly calls: readonly Call[]
}

interface Write extends Entry {
  readonly call: Call
}

const findingsIn = (execution: Execution, options: LastCallWinsOptions): Finding[] => {
  const { writes, left, before = [], later = 'called' } = options
  const written = callsOf(execution.history).flatMap((call): Write[] => {
    const entry = writes(call)
    return entry === null ? [] : [{ ...entry, call }]
  })
  const there = left(execution)
  const keys = new Set([...there, ...before, ...written].map(({ key }) => key))
  return [...keys].flatMap((key): Finding[] => {
    const of = written.filter((write) => write.key === key)
    const last = of.findLast(({ call }) => call.end?.type === 'ok')
    const entry = there.find((one) => one.key === key)
    if (entry === undefined) return last === undefined ? [] : [lost(last)]
    const winner = of.find(({ value }) => value === entry.value)
    if (winner !== undefined)
      return of
        .filter((write) => isLater(write, winner, later))
        .slice(-1)
        .map((write) => overtaken(winner, write))
    if (!before.some((one) => one.key === key && one.value === entry.value)) return [undue(entry)]
    return last === undefined ? [] : [lost(last)]
  })
}

const isLater = ({ call: { invoke, end } }: Write, { call: winner }: Write, later: 'called' | 'ended'): boolean => {
  if (end?.type !== 'ok') return false
  return invoke.n > (later === 'called' ? winner.invoke.n : effectiveBy(winner))
}

/** The moment from which on a call takes no more effect: a failure does not say that the request has not arrived, or does not yet. */
const effectiveBy = ({ end }: Call): number => (end?.type === 'ok' ? end.n : Number.POSITIVE_INFINITY)

const overtaken = (winner: Write, later: Write): Finding => ({
  symptom: 'overtaken',
  message: `${winner.key} is left with ${winner.value} of ${described(winner)}, though ${described(later)} wrote ${later.value} later`,
  calls: [winner.call, later.call],
})

const lost = (last: Write): Finding => ({
  symptom: 'lost',
  message: `nothing is left in ${last.key} of ${last.value}, which ${described(last)} wrote`,
  calls: [last.call],
})

const undue = ({ key, value }: Entry): Finding => ({
  symptom: 'undue',
  message: `${key} is left with ${JSON.stringify(value)}, which nobody wrote`,
  calls: [],
})

const described = ({ call: { invoke } }: Write): string => `${invoke.actor}'s ${invoke.op}`

const failure = (oracle: string, { symptom, message, calls }: Finding): Verdict => {
  const events = calls.flatMap(({ invoke, end }) => (end === null ? [invoke.n] : [invoke.n, end.n])).sort((a, b) => a - b)
  return { oracle, outcome: 'fail', symptom, message, ...(events.length === 0 ? {} : { events }) }
}
