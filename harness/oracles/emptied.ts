// Tables that hold what is under way are empty once nothing is under way.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { notJudged } from './at-the-end.js'
import { listed, listedUpTo } from './sentence.js'

export interface EmptiedOptions {
  /** Name of the oracle. Default `emptied`. */
  readonly name?: string
  /** What each table holds at the end, by the table's name: `{ 'the run table': ['run-2'] }`. */
  readonly tables: (execution: Execution) => Readonly<Record<string, readonly string[]>>
}

/**
 * Fails with the symptom `left-behind` where a table still holds something after all callers have settled; the message names every
 * such table and what is in it. Not judged is an execution that did not complete, and one in which a call was given up. `tables`
 * must be a function of the execution alone; where it throws it is unknown.
 */
export const emptied = ({ name = 'emptied', tables }: EmptiedOptions): Oracle => {
  const pass = (message: string): Verdict => ({ oracle: name, outcome: 'pass', message })
  return {
    name,
    judge: (execution) => {
      const why = notJudged(execution)
      if (why !== null) return pass(why)
      const full = Object.entries(tables(execution)).filter(([, entries]) => entries.length > 0)
      if (full.length === 0) return pass('nothing was left behind in any table')
      const message = listed(full.map(([table, entries]) => `${table} still holds ${listedUpTo(3, entries)}`))
      return { oracle: name, outcome: 'fail', symptom: 'left-behind', message }
    },
  }
}
