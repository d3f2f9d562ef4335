// The report of a finished search, and the one place where an outcome is given.
import { type Counterexample, type SearchReport, type Stopped, type UnknownCount, worthOf } from '../core/report.js'
import type { Outcome } from '../core/verdict.js'
import { type Account, notedAs } from './account.js'
import { claimSentence, hasOpen } from './claims.js'
import { evidenceNote, missingEvidence } from './evidence.js'
import { HASHES_AT_MOST } from './hash-set.js'
import type { SubjectFacts } from './subject-facts.js'

/** What a report says of a search besides what it has seen. */
export interface ReportFacts {
  readonly subject: SubjectFacts
  /** Name of the runtime. */
  readonly runtime: string
  readonly strategy: string
  /** u32. */
  readonly seed: number
  /** Id of the only race that counts. */
  readonly race?: string | undefined
}

export interface Ending {
  readonly account: Account
  /** One for each finding that was made small. */
  readonly counterexamples: readonly Counterexample[]
  readonly stopped: Stopped
  readonly ms: number
  /** What happened on the way that a reader should know. */
  readonly notes?: readonly string[]
  /** It is one of several: what is missing here may have been seen elsewhere. Default false. */
  readonly partial?: boolean
}

export interface Stop {
  readonly found: boolean
  readonly interrupted: boolean
  /** The budget is used up. */
  readonly spent: boolean
}

/** Whether as much was executed as the budget allows; what enumerates may have schedules left of a workload that has had its own. */
export const isSpent = ({ executions, claims }: Account, allowance: number): boolean => executions >= allowance || hasOpen(claims)

/** What a reader of an interrupted search has to know of what it has found. */
export const halfDone = ({ length }: readonly Counterexample[]): string[] => {
  if (length === 0) return []
  const [what, it] = length === 1 ? ['the finding is', 'it'] : ['the findings are', 'them']
  return [`interrupted: ${what} shrunk only as far as there was time, and nobody has replayed ${it} in a process of its own`]
}

/** A search that was not stopped by anything had nothing left to try. */
export const stoppedBy = ({ found, interrupted, spent }: Stop): Stopped =>
  found ? 'found' : interrupted ? 'interrupted' : spent ? 'budget' : 'exhausted'

export const reportOf = ({ subject, runtime, strategy, seed, race }: ReportFacts, ending: Ending): SearchReport => {
  const { scenario, variant, expect, model } = subject
  const { account, counterexamples, stopped, ms, notes = [] } = ending
  const { executions, distinct, workloads, draws, claims } = account
  const unknowns = unknownsOf(ending)
  const outcome: Outcome = counterexamples.length > 0 ? 'fail' : unknowns.length > 0 ? 'unknown' : 'pass'
  return {
    format: 1,
    scenario,
    variant,
    expect,
    outcome,
    met: isMet(outcome, expect, ending),
    runtime,
    strategy,
    seed,
    executions,
    distinct,
    workloads,
    ms,
    stopped,
    counterexamples,
    unknowns,
    worth: worthOf(executions, distinct, draws, claimSentence(claims, model)),
    notes: [...(subject.notes ?? []), ...notes, ...notesOf(account, race)],
  }
}

/** What one part of a search has not found another one may have found. */
const isMet = (outcome: Outcome, expect: string | null, { counterexamples, partial = false }: Ending): boolean => {
  if (expect === null || expect === 'pass' || (partial && outcome === 'pass')) return outcome === 'pass'
  return counterexamples.some(({ verdicts }) => failed(verdicts, expect))
}

const failed = (verdicts: Counterexample['verdicts'], oracle: string): boolean =>
  verdicts.some((verdict) => verdict.outcome === 'fail' && verdict.oracle === oracle)

/** A vacuous pass is refused here; a failure needs no such evidence. */
const unknownsOf = ({ account, counterexamples, partial = false }: Ending): UnknownCount[] => {
  const unknowns = notedAs(account, 'unknown')
  const missing = partial || counterexamples.length > 0 ? null : missingEvidence(account.seen)
  return missing === null ? unknowns : [...unknowns, { verdict: missing, count: account.executions }]
}

const notesOf = (account: Account, race: string | undefined): string[] => {
  const { executions, native, untold, seen } = account
  const notes = [evidenceNote(seen)].filter((note) => note !== null)
  if (native > 0) notes.push(`order of native completions not controlled in ${native} of ${executions} executions`)
  if (untold > 0)
    notes.push(`distinct interleavings of one workload were counted up to ${HASHES_AT_MOST.toLocaleString('en')} only`)
  const looked = race === undefined ? 'is not what was expected' : `is not the race \`${race}\``
  for (const { verdict, count } of notedAs(account, 'fail')) {
    notes.push(
      `${verdict.oracle}${verdict.symptom === undefined ? '' : ` (${verdict.symptom})`} failed ${count} times and ${looked}: ${verdict.message}`,
    )
  }
  return notes
}
