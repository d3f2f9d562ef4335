// One running search: what it has seen so far, and when it ends.
import type { Execution } from '../core/execution.js'
import type { Policy } from '../core/policy.js'
import { mix } from '../core/random.js'
import type { Counterexample, Stopped } from '../core/report.js'
import type { Verdict } from '../core/verdict.js'
import type { DrawnWorkload, Workload } from '../core/workload.js'
import { real } from '../runtimes/node/kernel/real.js'
import type { Strategy } from '../strategies/strategy.js'
import { type Budget, startBudget } from './budget.js'
import { type Canary, createCanary } from './canary.js'
import { type Claims, createClaims } from './claims.js'
import { createCounterexample } from './counterexample.js'
import { createEvidence, type Evidence } from './evidence.js'
import { createExecutor, type Executor, type Work } from './executor.js'
import { explore } from './explore.js'
import type { Finding } from './failure.js'
import { createFirstLook, type FirstLook } from './first-look.js'
import { DEFAULT_BUDGET, DEFAULT_SCHEDULES, type SearchOptions } from './options.js'
import { createProgress } from './progress.js'
import { createWorkloadShrinker, type WorkloadShrinker } from './shrink/shrink-workload.js'
import { type Attempts, createAttempts } from './shrink/trial.js'
import type { SearchSubject } from './subject.js'
import { createTally, type Tally } from './tally.js'
import { createTarget } from './target.js'
import { createJudge, type Judge } from './verdicts.js'
import { createWanted, type Wanted } from './wanted.js'

const SERIES = 1
const DRAW = 2
/** Workloads drawn at a time where only the clock ends the search. */
const BATCH = 64

export interface Hunt {
  readonly subject: SearchSubject
  readonly options: SearchOptions
  readonly executor: Executor
  readonly tally: Tally
  readonly evidence: Evidence
  readonly claims: Claims
  readonly budget: Budget
  run(): Promise<Caught>
}

export interface Caught {
  readonly counterexamples: readonly Counterexample[]
  readonly stopped: Stopped
}

export const createHunt = (subject: SearchSubject, options: SearchOptions): Hunt => new RunningHunt(subject, options)

class RunningHunt implements Hunt {
  readonly subject: SearchSubject
  readonly options: SearchOptions
  readonly executor: Executor
  readonly tally: Tally = createTally()
  readonly claims: Claims = createClaims()
  readonly evidence: Evidence
  readonly budget: Budget
  private readonly judge: Judge
  private readonly wanted: Wanted
  private readonly canary: Canary
  private readonly firstLook: FirstLook
  private readonly progress: () => void
  private readonly schedules: number
  private readonly canaryEvery: number
  /** Aborted when nothing more is to be drawn: interrupted, or out of budget. */
  private readonly enough = new AbortController()
  private finding: Finding | null = null
  /** A failure that is not the one looked for. */
  private other: Finding | null = null
  private shrinker: WorkloadShrinker | null = null
  private attempts: Attempts | null = null
  private sinceMs = 0

  constructor(subject: SearchSubject, options: SearchOptions) {
    const { schedulesPerWorkload = DEFAULT_SCHEDULES, canaryEvery = 1000, budget = DEFAULT_BUDGET } = options
    this.subject = subject
    this.options = options
    this.executor = createExecutor(subject, options.runtime)
    this.evidence = createEvidence(subject.recordsOperations ?? true)
    this.judge = createJudge(subject.oracles)
    this.wanted = createWanted({ expect: subject.expect, races: subject.races, race: options.race })
    this.canary = createCanary(this.executor)
    this.firstLook = createFirstLook({ executor: this.executor, judge: this.judge })
    this.schedules = subject.workloads.single ? Number.POSITIVE_INFINITY : schedulesPerWorkload
    this.canaryEvery = canaryEvery
    this.budget = startBudget(budget)
    this.progress = createProgress(this)
  }

  async run(): Promise<Caught> {
    const drawn = await this.draw()
    const interrupted = this.options.signal?.aborted === true
    if (this.finding === null && this.other !== null && this.options.race === undefined) {
      await this.firstLook.doubt(this.other.failure.target)
      this.found(this.other)
    }
    const stopped = this.finding !== null ? 'found' : interrupted ? 'interrupted' : this.isSpent() ? 'budget' : 'exhausted'
    const counterexamples = this.finding === null ? [] : [await this.counterexample(this.finding, drawn)]
    return { counterexamples, stopped }
  }

  /** In batches, because nobody knows beforehand how many executions a workload takes. */
  private async draw(): Promise<DrawnWorkload | null> {
    const { workloads } = this.subject
    const { seed, path } = this.options
    for (let batch = 0; !this.isOver(); batch++) {
      const before = this.tally.executions
      const left = this.budget.left(before)
      const runs = left === null ? BATCH : Math.max(1, Math.ceil(left / this.schedules))
      const from = batch === 0 && path !== undefined ? { seed, path } : { seed: batch === 0 ? seed : mix(seed, batch, DRAW) }
      const drawn = await workloads.draw({ ...from, runs, signal: this.enough.signal }, (workload) => this.passes(workload))
      if (this.finding !== null) return drawn
      if (workloads.single || this.tally.executions === before) return null
    }
    return null
  }

  /** A search executes at least once, however long the warm-up took. */
  private isSpent(): boolean {
    const { executions } = this.tally
    return executions > 0 && this.budget.spent(executions)
  }

  private isOver(): boolean {
    if (!this.isSpent() && this.options.signal?.aborted !== true) return false
    this.enough.abort()
    return true
  }

  private async passes(workload: Workload): Promise<boolean> {
    if (this.shrinker !== null) return !(await this.fails(workload, this.shrinker))
    if (this.isOver()) return true
    const work = this.executor.work(workload)
    if (this.tally.workloads === 0 && this.options.warmUp !== false) await this.firstLook.take(work)
    this.tally.nextWorkload()
    const claim = await explore(this.executor, work, {
      strategy: this.options.strategy,
      seed: mix(this.options.seed, this.tally.workloads, SERIES),
      most: this.expected(),
      mayGoOn: () => !this.isOver(),
      seen: (execution, policy, by) => this.seen(work, { execution, policy, by }),
      between: () => this.between(work),
    })
    this.claims.add(claim)
    const finding = this.finding as Finding | null
    if (finding !== null) await this.firstLook.doubt(finding.failure.target)
    return finding === null
  }

  private async fails(workload: Workload, shrinker: WorkloadShrinker): Promise<boolean> {
    if (this.attempts?.over === true) this.enough.abort()
    return shrinker.fails(workload)
  }

  /** Executions of the series that begins now. */
  private expected(): number {
    const left = this.budget.left(this.tally.executions)
    return left === null ? this.schedules : Math.min(left, this.schedules)
  }

  private seen(work: Work, { execution, policy, by }: { execution: Execution; policy: Policy; by: Strategy }): boolean {
    this.tally.add(execution, policy, by.draws)
    this.evidence.see(execution)
    this.progress()
    const verdicts = this.judge.notPassing(execution)
    if (verdicts.length === 0) return false
    const failures = verdicts.filter(({ outcome }) => outcome === 'fail')
    for (const verdict of verdicts) if (verdict.outcome === 'unknown') this.tally.note(verdict)
    const [first] = failures
    if (first === undefined) return false
    const verdict = this.wanted.among(failures, execution)
    const finding = this.findingOf(work, { execution, policy, by }, verdict ?? first)
    if (verdict !== undefined) this.found(finding)
    else {
      this.tally.note(first)
      this.other ??= finding
    }
    return verdict !== undefined
  }

  private findingOf(work: Work, shown: { execution: Execution; policy: Policy; by: Strategy }, verdict: Verdict): Finding {
    const { execution, policy, by } = shown
    const { traceHash } = execution
    const foundMs = this.budget.elapsedMs()
    const target = createTarget(verdict, execution, this.wanted.raceOf)
    return { failure: { work, policy, target, traceHash }, scheduleNumber: this.tally.executions, foundMs, strategy: by.name }
  }

  private found(finding: Finding): void {
    const { shrinkAtMost = 2000, strategy, seed, signal } = this.options
    const { executor, judge } = this
    this.finding = finding
    this.sinceMs = real.performanceNow()
    this.attempts = createAttempts({ executor, judge }, { target: finding.failure.target, atMost: shrinkAtMost, signal })
    const schedules = Number.isFinite(this.schedules) ? this.schedules : 1
    this.shrinker = createWorkloadShrinker({ executor, judge }, finding.failure, {
      attempts: this.attempts,
      strategy,
      seed,
      schedules,
    })
  }

  private between(work: Work): Promise<void> | undefined {
    const { executions } = this.tally
    if (this.canaryEvery === 0) return undefined
    if (executions === 1) return this.canary.start(work)
    return executions % this.canaryEvery === 0 ? this.canary.sing(executions) : undefined
  }

  private counterexample(finding: Finding, drawn: DrawnWorkload | null): Promise<Counterexample> {
    const { executor, judge, subject } = this
    const smallest = (this.shrinker as WorkloadShrinker).failure
    const { id, variant } = subject
    const hint = drawn === null || subject.workloads.single ? {} : { drawn: { seed: drawn.seed, path: drawn.path } }
    const { runtime, model } = executor
    return createCounterexample(
      { executor, judge },
      {
        finding,
        smallest,
        attempts: this.attempts as Attempts,
        sinceMs: this.sinceMs,
        token: { format: 1, id, ...(variant === undefined ? {} : { variant }), runtime, model, ...hint },
        confirmFresh: this.options.confirmFresh,
      },
    )
  }
}
