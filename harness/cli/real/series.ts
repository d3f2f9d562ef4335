// Runs a variant in the real world, over and over: each run in processes of its own, one after the other unless told otherwise.
import type { HeldOrder } from '../../core/rate-report.js'
import type { Workload } from '../../core/workload.js'
import type { Problem, Target } from '../messages.js'
import { inParallel } from '../process/in-parallel.js'
import { deadRun } from './dead-run.js'
import type { HoldRequest, Plan, Ran, RealRequest } from './messages.js'
import type { Places } from './places.js'
import { runSeed } from './run-seed.js'
import { type Death, type RunEnd, startRun } from './start-run.js'

export interface SeriesOptions {
  readonly target: Target
  readonly variant: string
  readonly seed: number
  readonly runs: number
  /** Runs at the same time. */
  readonly atOnce: number
  readonly patienceMs: number
  readonly watchdogMs: number
  readonly places: Places
  readonly signal: AbortSignal
  readonly onRun?: (finished: number) => void
}

/** Whose order is held, in every run of a series. */
export interface SeriesHold extends HoldRequest, Pick<HeldOrder, 'from' | 'token'> {}

export interface SeriesWork {
  /** One for each run, or one for all. */
  readonly workloads: readonly Workload[]
  readonly hold?: SeriesHold
}

export interface FinishedRun {
  /** From 1. */
  readonly run: number
  readonly seed: number
  readonly workload: Workload
  readonly ran: Ran
  /** Real ms, with the start and the end of its processes. */
  readonly ms: number
}

export interface Series {
  /** In the order of their numbers. */
  readonly finished: readonly FinishedRun[]
  /** What kept it from its end: the input is wrong, or the machinery failed. */
  readonly problem: Problem | null
}

/** What there is to run. */
export const planSeries = async (
  options: SeriesOptions,
): Promise<{ readonly plan: Plan | null; readonly problem: Problem | null }> => {
  const { runs, seed, signal } = options
  const { plan, problem, death } = await startRun(requestOf(options, { kind: 'plan', runs, seed }), { signal, env: {} })
  return { plan, problem: problem ?? (plan === null && death !== null ? workerDied(death) : null) }
}

/** Before anything of the subject ran: no run could begin. */
const workerDied = ({ how, output }: Death): Problem => ({
  code: 'WORKER_DIED',
  fault: 'driver',
  text: [`WORKER_DIED: ${how}`, ...output.map((line) => `    ${line}`)].join('\n'),
})

/** Ends early at a problem that every run would have, and where it is interrupted; what has finished is kept. */
export const runSeries = async (options: SeriesOptions, work: SeriesWork): Promise<Series> => {
  const { runs, atOnce, signal, onRun = () => {} } = options
  const numbers = Array.from({ length: runs }, (_, i) => i + 1)
  let problem: Problem | null = null
  let count = 0
  const finished = await inParallel(numbers, { atOnce, mayGoOn: () => problem === null && !signal.aborted }, async (run) => {
    const one = await runOne(run, options, work)
    if (one !== null && 'problem' in one) problem = one.problem
    else if (one !== null) onRun(++count)
    return one
  })
  return { finished: finished.filter((one): one is FinishedRun => one !== null && 'ran' in one), problem }
}

/** `null`: interrupted, so that it says nothing. */
const runOne = async (
  run: number,
  options: SeriesOptions,
  { workloads, hold }: SeriesWork,
): Promise<FinishedRun | { readonly problem: Problem } | null> => {
  const { seed: ofSeries, patienceMs, places, signal } = options
  const [seed, mark] = [runSeed(ofSeries, run), places.markOf(run)]
  const workload = workloads[(run - 1) % workloads.length] as Workload
  const place = places.of(run)
  const startMs = performance.now()
  const request = requestOf(options, {
    kind: 'run',
    ...{ workload, seed, patienceMs, place, mark },
    ...(hold === undefined ? {} : { hold: { order: hold.order, boundMs: hold.boundMs, declared: hold.declared } }),
  })
  const env = { [mark.name]: mark.value, TMPDIR: place.temporary }
  const ended = await startRun(request, { signal, env })
  const ms = performance.now() - startMs
  places.clear(run)
  if (signal.aborted) return null
  const ran = ranOf(ended)
  return 'problem' in ran ? ran : { run, seed, workload, ran, ms }
}

const ranOf = ({ ran, problem, events, death }: RunEnd): Ran | { readonly problem: Problem } => {
  if (ran !== null) return ran
  if (problem === null && death?.begun === false && death.kind === 'ended') return { problem: workerDied(death) }
  if (problem === null) return deadRun(death ?? UNSAID, events)
  // A dispatcher that was killed says nothing about the next run.
  if (problem.code === 'DISPATCHER_DIED') return deadRun({ ...UNSAID, how: problem.text }, events)
  return { problem }
}

const UNSAID: Death = { begun: true, kind: 'killed', how: 'the process of the run ended without a word', output: [] }

const requestOf = ({ target, variant, watchdogMs }: SeriesOptions, task: RealRequest['task']): RealRequest => ({
  target,
  variant,
  task,
  parentPid: process.pid,
  watchdogMs,
})
