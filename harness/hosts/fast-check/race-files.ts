// Race files of a property: they lie beside its test, and are followed before fast-check's first value is.
import fc from 'fast-check'
import type { SearchReport } from '../../core/report.js'
import type { Workload } from '../../core/workload.js'
import { createNodeRuntime } from '../../runtimes/node/index.js'
import { textOf } from '../explore-race.js'
import type { Guarded, Guards } from '../guards.js'
import { RaceError } from '../race-error.js'
import type { Asserted } from './assessment.js'
import { valueIn } from './given-value.js'
import { given, type Predicate, type PropertySubject } from './property-subject.js'

interface Guarding {
  readonly property: PropertySubject
  readonly guards: Guards
}

/** Race files come before all values: a value that a file holds is given to the predicate as one that was drawn. */
export const replayed = ({ property, guards }: Guarding, predicate: Predicate, signal: AbortSignal): Promise<Guarded> => {
  const take = (workload: Workload): boolean => {
    const value = valueIn(workload)
    if (value !== null) property.give(workload, given(value, predicate))
    return value !== null
  }
  return guards.replay({ subject: property.subject, runtime: createNodeRuntime(), take }, signal)
}

/** How the assertion fails with a race that is there again. */
export const guardFailed = ({ where, declaredAt }: Asserted, { report, found }: NonNullable<Guarded['failure']>): RaceError => {
  const [counterexample] = report.counterexamples
  const value = counterexample === undefined ? null : valueIn(counterexample.workload)
  const told = value === null ? found : `${found}, with ${fc.stringify(value.fresh())}`
  const text = textOf(where.name, report, { replayCommand: where.line, found: told, notes: report.notes })
  return new RaceError(text, { execution: counterexample?.execution ?? null, declaredAt })
}

export interface Kept {
  readonly report: SearchReport
  readonly saved: string | null
}

/** A value that cannot be written has no race file: nobody could give it to the property again. */
export const kept = (guards: Guards, report: SearchReport, save: boolean): Kept => {
  const isWritten = report.counterexamples.every(({ workload }) => typeof workload.value === 'string')
  const { report: told, saved } = guards.keep(report, save && isWritten)
  return { report: told, saved: save && !isWritten ? 'Not saved: a race file cannot hold such a value' : saved }
}
