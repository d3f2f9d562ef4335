// What belongs to one owner reaches that owner and nobody else: deltas, questions, answers, of sessions, tenants or users.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { distinct, listedUpTo } from './sentence.js'

/** Something that reached somebody. */
export interface Delivery {
  /** Who received it, in words: `session a`. */
  readonly to: string
  /** Whose it is, by what it carries; `null`: it carries nobody's mark. */
  readonly of: string | null
  /** What it is, in words: `a delta`, `the approval request ap-1`. */
  readonly what: string
  /** Ordinal (`n`) of the history event that shows it. */
  readonly event?: number
}

export interface IsolationOptions {
  /** Name of the oracle. Default `isolation`. */
  readonly name?: string
  /** All that was delivered, in order. */
  readonly deliveries: (execution: Execution) => readonly Delivery[]
}

/**
 * Fails where something was delivered to another than its owner (symptom `crossed`), and where something was delivered that carries
 * nobody's mark (`stray`): one verdict for each. What never arrived is the business of `exactlyOnce`. Passes where nothing was
 * delivered. `deliveries` must be a function of the execution alone; where it throws it is unknown.
 */
export const isolation = ({ name = 'isolation', deliveries }: IsolationOptions): Oracle => {
  const pass: Verdict = { oracle: name, outcome: 'pass', message: 'everything reached its own owner' }
  const verdict = (symptom: string, found: readonly Delivery[]): Verdict[] => {
    if (found.length === 0) return []
    const events = found.flatMap(({ event }) => (event === undefined ? [] : [event]))
    const message = listedUpTo(2, distinct(found.map(told)))
    return [{ oracle: name, outcome: 'fail', symptom, message, ...(events.length === 0 ? {} : { events }) }]
  }
  return {
    name,
    judge: (execution) => {
      const all = deliveries(execution)
      const findings = [
        ...verdict(
          'crossed',
          all.filter(({ to, of }) => of !== null && of !== to),
        ),
        ...verdict(
          'stray',
          all.filter(({ of }) => of === null),
        ),
      ]
      return findings.length === 0 ? pass : findings
    },
  }
}

const told = ({ to, of, what }: Delivery): string =>
  of === null ? `${to} received ${what}, which is nobody's` : `${to} received ${what} of ${of}`
