// What is due is done, once: sessions finalized, requests resolved by id, messages stored.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { notJudged } from './at-the-end.js'
import { listedUpTo } from './sentence.js'

/** A key that was done, or had to be; with the ordinal (`n`) of the history event that shows it, where there is one. */
export type Done = string | { readonly key: string; readonly event?: number }

export interface ExactlyOnceOptions {
  /** Name of the oracle. Default `exactly-once`. */
  readonly name?: string
  /** What the keys are, in words: `finalize of session` makes "finalize of session s-1 was done twice". Default: the key alone. */
  readonly what?: string
  /** What is done to them: with `session` as what, `finalized` makes "session s-1 was finalized twice". Default `done`. */
  readonly verb?: string
  /** The keys that were done, as often as each was. */
  readonly done: (execution: Execution) => readonly Done[]
  /** The keys that had to be done. Default: unknown, so that only what was done twice is judged. */
  readonly due?: (execution: Execution) => readonly Done[]
  /** With `due`: keys that could be done but did not have to be (a call that ended as `info`). At most once, these too. Default: none. */
  readonly may?: (execution: Execution) => readonly string[]
}

/**
 * Fails with one verdict for each symptom: `twice` (a key was done more than once), `missing` (a due key was never done), `undue`
 * (a key was done that was neither due nor allowed). Nothing is missing in an execution that was cut short or in which a call was
 * given up: it might still have been done. `done`, `due` and `may` must be functions of the execution alone; where one throws it is unknown.
 */
export const exactlyOnce = ({ name = 'exactly-once', what = '', verb = 'done', done, due, may }: ExactlyOnceOptions): Oracle => {
  const prefix = what === '' ? '' : `${what} `
  const subject = what === '' ? 'everything' : `each ${what}`
  const pass = (message: string): Verdict => ({ oracle: name, outcome: 'pass', message })
  return {
    name,
    judge: (execution) => {
      const seen = tally(done(execution))
      const keys = [...seen.keys()]
      const owing = tally(due?.(execution) ?? [])
      const owed = due === undefined ? keys : [...owing.keys()]
      const allowed = new Set(may === undefined ? owed : [...owed, ...may(execution)])
      const verdict = (symptom: string, found: readonly string[], says: string): Verdict[] => {
        if (found.length === 0) return []
        const events = found.flatMap((key) => (seen.get(key) ?? owing.get(key))?.events ?? [])
        const message = `${listedUpTo(
          3,
          found.map((key) => `${prefix}${key}`),
        )} ${says}`
        return [{ oracle: name, outcome: 'fail', symptom, message, ...(events.length === 0 ? {} : { events }) }]
      }
      const times = (key: string): number => seen.get(key)?.times ?? 0
      const again = keys.filter((key) => times(key) > 1)
      const unsettled = notJudged(execution)
      const missing = unsettled === null ? owed.filter((key) => times(key) === 0) : []
      const undue = keys.filter((key) => !allowed.has(key))
      const findings = [
        ...verdict('twice', again, `${was(again)} ${verb} ${timesInWords(Math.max(0, ...again.map(times)))}`),
        ...verdict('missing', missing, `${was(missing)} never ${verb}`),
        ...verdict('undue', undue, `${was(undue)} ${verb}, though nothing called for it`),
      ]
      if (findings.length > 0) return findings
      return pass(
        unsettled === null
          ? `${subject} was ${verb} exactly once`
          : `nothing was ${verb} twice; what is missing was ${unsettled}`,
      )
    },
  }
}

interface Tally {
  times: number
  readonly events: number[]
}

const tally = (done: readonly Done[]): Map<string, Tally> => {
  const seen = new Map<string, Tally>()
  for (const item of done) {
    const { key, event } = typeof item === 'string' ? { key: item, event: undefined } : item
    const entry = seen.get(key) ?? { times: 0, events: [] }
    entry.times++
    if (event !== undefined) entry.events.push(event)
    seen.set(key, entry)
  }
  return seen
}

const was = (keys: readonly string[]): string => (keys.length > 1 ? 'were' : 'was')
const timesInWords = (times: number): string => (times === 2 ? 'twice' : `${times} times`)
