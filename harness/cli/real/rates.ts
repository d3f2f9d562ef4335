// From the runs of a series to its report: how many failed, how, and what that says about the variant.
import { isNotDispatcher } from '../../core/history.js'
import type { HeldOrder, RateReport, RealFailure, RunLine, SearchNumbers } from '../../core/rate-report.js'
import type { UnknownCount } from '../../core/report.js'
import { type Outcome, type Verdict, worst } from '../../core/verdict.js'
import { createEvidence, missingEvidence, type Seen } from '../../search/evidence.js'
import type { Plan } from './messages.js'
import type { FinishedRun, SeriesHold } from './series.js'

export interface RatesOf {
  readonly plan: Plan
  readonly variant: string
  readonly seed: number
  readonly asked: number
  readonly finished: readonly FinishedRun[]
  readonly interrupted: boolean
  readonly hold: SeriesHold | null
  readonly search: SearchNumbers
  readonly notes: readonly string[]
}

export const ratesOf = (of: RatesOf): RateReport => {
  const { plan, variant, seed, asked, finished, interrupted, search } = of
  const { scenario, expect } = plan
  const runs = finished.map((each) => lineOf(each, expect))
  const count = (outcome: Outcome): number => runs.filter((line) => line.outcome === outcome).length
  const shown = runs.filter((line) => line.shown).length
  const unknowns = unknownsOf(finished, runs)
  const outcome: Outcome = count('fail') > 0 ? 'fail' : runs.length === 0 || unknowns.length > 0 ? 'unknown' : 'pass'
  return {
    format: 1,
    scenario,
    variant,
    expect,
    runtime: 'real',
    outcome,
    met: mayFail(expect) ? shown > 0 : outcome === 'pass',
    seed,
    asked,
    runs,
    passed: count('pass'),
    failed: count('fail'),
    unknown: count('unknown'),
    shown,
    hung: runs.filter(({ hung }) => hung !== null).length,
    ms: runs.reduce((sum, { ms }) => sum + ms, 0),
    stopped: interrupted ? 'interrupted' : 'done',
    failures: failuresOf(finished, expect),
    unknowns,
    hold: heldOrder(of.hold, runs),
    search,
    notes: [...of.notes, ...new Set(finished.flatMap(({ ran }) => ran.notes ?? []))],
  }
}

/** Whether the scenario expects a failure of this variant. */
export const mayFail = (expect: string | null): expect is string => expect !== null && expect !== 'pass'

const lineOf = ({ run, seed, ran, ms }: FinishedRun, expect: string | null): RunLine => {
  const { execution, verdicts, leading, race, hung, order } = ran
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail')
  return {
    run,
    seed,
    outcome: worst(verdicts),
    end: execution.end.kind,
    oracle: leading?.oracle ?? null,
    symptom: leading?.symptom ?? null,
    race,
    shown: mayFail(expect) ? failed.some(({ oracle }) => oracle === expect) : failed.length > 0,
    hung,
    overlapped: seenIn(ran).overlap,
    ms: rounded(ms),
    callersMs: rounded(callersMs(execution.history)),
    order,
  }
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10

const callersMs = (history: FinishedRun['ran']['execution']['history']): number => {
  const own = history.filter(({ actor }) => isNotDispatcher(actor))
  return (own.at(-1)?.atMs ?? 0) - (own[0]?.atMs ?? 0)
}

const seenIn = ({ execution }: FinishedRun['ran']): Seen => {
  const evidence = createEvidence(true)
  evidence.see(execution)
  return evidence.seen
}

const keyOf = ({ oracle, symptom = '' }: Verdict, race: string | null): string => JSON.stringify([oracle, symptom, race])

/** The expected kind first, then the most frequent. */
const failuresOf = (finished: readonly FinishedRun[], expect: string | null): RealFailure[] => {
  const kinds = new Map<string, RealFailure>()
  for (const { run, seed, workload, ran } of finished) {
    const { leading, race, verdicts, execution } = ran
    if (leading?.outcome !== 'fail') continue
    const key = keyOf(leading, race)
    const known = kinds.get(key) ?? { verdict: leading, verdicts, execution, workload, race, run, seed, count: 0 }
    kinds.set(key, { ...known, count: known.count + 1 })
  }
  const rank = ({ verdict, count }: RealFailure): number => (verdict.oracle === expect ? -1e9 : 0) - count
  return [...kinds.values()].sort((a, b) => rank(a) - rank(b))
}

/** What could not be judged, and a series that could not have failed: in the real world nothing is ever without a choice. */
const unknownsOf = (finished: readonly FinishedRun[], lines: readonly RunLine[]): UnknownCount[] => {
  const unknowns = new Map<string, UnknownCount>()
  for (const { ran } of finished) {
    const { leading } = ran
    if (leading?.outcome !== 'unknown') continue
    const key = `${keyOf(leading, null)}${leading.message}`
    unknowns.set(key, { verdict: leading, count: (unknowns.get(key)?.count ?? 0) + 1 })
  }
  if (finished.length === 0 || lines.some(({ outcome }) => outcome === 'fail')) return [...unknowns.values()]
  const seen = finished.map(({ ran }) => seenIn(ran))
  const missing = missingEvidence({
    executed: true,
    operation: seen.some(({ operation }) => operation),
    overlap: seen.some(({ overlap }) => overlap),
    choice: true,
    serial: null,
  })
  return [...unknowns.values(), ...(missing === null ? [] : [{ verdict: missing, count: finished.length }])]
}

const heldOrder = (hold: SeriesHold | null, runs: readonly RunLine[]): HeldOrder | null => {
  if (hold === null) return null
  const { from, token, order, boundMs } = hold
  return { from, token, order, boundMs, met: runs.filter((line) => line.order?.met === true).length }
}
