// What runs in the real world say on the terminal: one failing run with its times, how often, and the simulated search beside it.
import type { RateReport, RealFailure } from '../../core/rate-report.js'
import type { Counterexample } from '../../core/report.js'
import { failure } from '../failure.js'
import { titleOf } from '../finished.js'
import { NO_COLOURS, type Palette } from '../palette.js'
import { hanging, limited, safe } from '../text.js'
import { counted, duration, percent } from '../words.js'
import { searchText, secondsARun, shownOf, smallestRate, waiters } from './words.js'

export interface RateTextOptions {
  /** Columns of the terminal. Default 80. */
  readonly width?: number
  /** Default: no colours. */
  readonly palette?: Palette
}

const INDENT = 2

/** Never a token: what happened in the real world cannot be made to happen again. */
export const rateText = (report: RateReport, { width = 80, palette = NO_COLOURS }: RateTextOptions = {}): string => {
  const [first, ...others] = report.failures
  const facts = [
    ...others.map(otherKind),
    ...reasons(report),
    `Real: ${realText(report)}`,
    ...hungText(report),
    ...orderText(report),
    `Search: ${searchSentence(report)}`,
  ]
  const lines = facts.flatMap((text) => wrapped(text, width - INDENT)).map((line) => `  ${line}`)
  const head = first === undefined ? headline(report, palette) : failureText(report, first, { width, palette })
  return [head, ...lines].join('\n')
}

/** An error of the harness's own has lines of its own. */
const wrapped = (text: string, width: number): string[] =>
  limited(text)
    .split('\n')
    .flatMap((line) => hanging(safe(line), width, INDENT))

const failureText = (report: RateReport, shown: RealFailure, { width, palette }: Required<RateTextOptions>): string =>
  failure(report, counterexampleOf(shown), {
    width,
    palette,
    found: `run ${shown.run} of ${report.runs.length} (seed ${report.seed}), in real time`,
    replayCommand: null,
    why: false,
    times: true,
  })

/** As far as a real run has what a counterexample has. */
const counterexampleOf = ({ verdict, verdicts, execution, workload, race, run }: RealFailure): Counterexample => ({
  verdict,
  verdicts,
  execution,
  workload,
  race,
  holds: [],
  deviations: [],
  scheduleNumber: run,
  foundMs: 0,
  strategy: 'real',
  shrink: null,
  token: '',
})

const headline = (report: RateReport, palette: Palette): string => {
  const { outcome, met, stopped } = report
  const mark = outcome === 'pass' && met ? palette.green('ok') : palette.yellow('?')
  return `${mark} ${titleOf(report)}${stopped === 'interrupted' ? ' (interrupted)' : ''}`
}

const otherKind = ({ verdict, count, run }: RealFailure): string =>
  `Other runs: ${counted(count, 'run')} with ${verdict.oracle}${verdict.symptom === undefined ? '' : ` (${verdict.symptom})`}, run ${run}: ${verdict.message}`

const reasons = ({ unknowns, notes, expect, shown, outcome }: RateReport): string[] => [
  ...(expect !== null && expect !== 'pass' && shown === 0 && outcome !== 'unknown'
    ? [`expected ${expect}: it has not shown`]
    : []),
  ...unknowns
    .slice(0, MOST_UNKNOWNS)
    .map(({ verdict, count }) => `${verdict.oracle}: ${verdict.message}${count > 1 ? ` (${count} times)` : ''}`),
  ...(unknowns.length > MOST_UNKNOWNS
    ? [`and ${counted(unknowns.length - MOST_UNKNOWNS, 'other reason')} why nothing can be said`]
    : []),
  ...notes,
]

const MOST_UNKNOWNS = 4

const realText = (report: RateReport): string => {
  const { runs, asked, failed, shown, expect, ms, outcome } = report
  if (runs.length === 0) return 'no run has finished'
  const of = runs.length === asked ? counted(runs.length, 'run') : `${runs.length} finished runs (of ${asked})`
  const time = `${secondsARun(report)} a run, ${duration(ms)} in all`
  if (outcome === 'pass') {
    const smallest = percent(smallestRate(runs.length))
    return `none of ${of} failed, ${time}: what shows in ${smallest} of such runs or more would have been seen with 95 % probability`
  }
  const rate = failed === shown ? '' : `${expect ?? 'failed'} in ${shownOf(report)}; `
  return `${rate}${failed} of ${of} failed, ${time}`
}

const hungText = (report: RateReport): string[] => {
  const { hung } = report
  if (hung === 0) return []
  const who = waiters(report)
  return [`Hung: ${counted(hung, 'run')}, ended when nothing happened any more${who === '' ? '' : `; waiting: ${who}`}`]
}

/** What could not be held says nothing, either way. */
const orderText = ({ hold, runs }: RateReport): string[] => {
  if (hold === null) return []
  const missed = runs.flatMap(({ order }) => (order === null || order.met ? [] : (order.missed[0] ?? [])))
  const [first] = missed
  const why = first === undefined ? '' : ` (first for want of "${first}")`
  const left = runs.length - hold.met
  const not = left === 0 ? '' : `; not attainable in ${left}${why}, which is neither a failure nor evidence of a fix`
  const heldMs = runs.reduce((sum, { order }) => sum + (order?.heldMs ?? 0), 0)
  return [
    `Order: that of ${hold.from === 'token' ? 'the token' : 'what the search found first'}, met in ${hold.met} of ${counted(runs.length, 'run')}${not}; answers were kept back for ${duration(heldMs)} in all, at most ${duration(hold.boundMs)} a run`,
  ]
}

const searchSentence = ({ search }: RateReport): string => {
  const { scheduleNumber, strategy, seed } = search
  return `${scheduleNumber === null ? '' : 'found after '}${searchText(search)} (strategy ${strategy}, seed ${seed})`
}
