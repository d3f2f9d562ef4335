// The report of a finished search, and the one place where an outcome is given.
import { type SearchReport, type UnknownCount, worthOf } from '../core/report.js'
import type { Outcome } from '../core/verdict.js'
import type { Caught, Hunt } from './hunt.js'
import { DISTINCT_AT_MOST } from './tally.js'

export const reportOf = (hunt: Hunt, { counterexamples, stopped }: Caught): SearchReport => {
  const { subject, options, tally, claims, budget, executor } = hunt
  const { executions, distinct, workloads, draws } = tally
  const unknowns = unknownsOf(hunt, counterexamples.length > 0)
  const outcome: Outcome = counterexamples.length > 0 ? 'fail' : unknowns.length > 0 ? 'unknown' : 'pass'
  const expect = subject.expect ?? null
  return {
    format: 1,
    scenario: subject.id,
    variant: subject.variant ?? '',
    expect,
    outcome,
    met:
      expect === null || expect === 'pass'
        ? outcome === 'pass'
        : counterexamples.some(({ verdicts }) => failed(verdicts, expect)),
    runtime: executor.runtime,
    strategy: options.strategy.name,
    seed: options.seed,
    executions,
    distinct,
    workloads,
    ms: budget.elapsedMs(),
    stopped,
    counterexamples,
    unknowns,
    worth: worthOf(executions, distinct, draws, claims.sentence(executor.model)),
    notes: notesOf(hunt),
  }
}

const failed = (verdicts: SearchReport['counterexamples'][number]['verdicts'], oracle: string): boolean =>
  verdicts.some((verdict) => verdict.outcome === 'fail' && verdict.oracle === oracle)

/** A vacuous pass is refused here; a failure needs no such evidence. */
const unknownsOf = ({ tally, evidence }: Hunt, failed: boolean): UnknownCount[] => {
  const unknowns = tally.noted('unknown')
  const missing = failed ? null : evidence.missing()
  return missing === null ? unknowns : [...unknowns, { verdict: missing, count: tally.executions }]
}

const notesOf = ({ tally, options, evidence }: Hunt): string[] => {
  const notes = [evidence.note()].filter((note) => note !== null)
  if (tally.native > 0)
    notes.push(`order of native completions not controlled in ${tally.native} of ${tally.executions} executions`)
  if (tally.distinct === DISTINCT_AT_MOST)
    notes.push(`distinct interleavings were counted up to ${DISTINCT_AT_MOST.toLocaleString('en')} only`)
  const looked = options.race === undefined ? 'is not what was expected' : `is not the race \`${options.race}\``
  for (const { verdict, count } of tally.noted('fail')) {
    notes.push(
      `${verdict.oracle}${verdict.symptom === undefined ? '' : ` (${verdict.symptom})`} failed ${count} times and ${looked}: ${verdict.message}`,
    )
  }
  return notes
}
