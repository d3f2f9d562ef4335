// One search, spread over worker processes: it says the same whoever explores which share, however many do, and whoever dies meanwhile.
import type { Counterexample, SearchProgress } from '../../core/report.js'
import {
  type Account,
  type Budget,
  byKind,
  createPlan,
  DEFAULT_SCHEDULES,
  distinct,
  type Finding,
  findingOf,
  numbered,
  type Plan,
  type Shard,
  type Share,
  startBudget,
  supplyOf,
  untoldNotes,
} from '../../search/index.js'
import { strategyByName } from '../../strategies/index.js'
import { problemOf } from '../child/problem.js'
import type { Problem, Request, ScenarioFacts, SearchSettings } from '../messages.js'
import { createDeaths } from './deaths.js'
import type { Job, Seats } from './seats.js'
import { createUndecided } from './undecided.js'
import { startWorker, type ToMake, type Worker } from './worker.js'
import { createWorkerPool, type WorkerPool } from './worker-pool.js'

export interface SpreadOptions {
  /** Of its processes; the task is to explore shares. */
  readonly request: Request
  readonly settings: SearchSettings
  /** Default: the whole search. */
  readonly shard?: Shard | undefined
  readonly seats: Seats
  /** Processes at the same time. */
  readonly jobs: number
  /** Interrupts: what was found so far is kept. */
  readonly signal: AbortSignal
  readonly onScenario: (scenario: ScenarioFacts) => void
  readonly onProgress: (progress: SearchProgress) => void
  /** Lines for whoever looks for processes by their ids. */
  readonly onWorker?: ((text: string) => void) | undefined
}

/** What a search came to. */
export interface SpreadEnd {
  /** `null`: no process has ever loaded the variant. */
  readonly known: Known | null
  /** Of the finding, or of all that a search has kept that goes on. */
  readonly counterexamples: readonly Counterexample[]
  readonly finding: Finding | null
  readonly problem: Problem | null
  readonly notes: readonly string[]
}

/** What is known once the first process has loaded the variant. */
export interface Known {
  readonly worker: Pick<Worker, 'facts' | 'runtime'>
  readonly plan: Plan
  readonly budget: Budget
  /** What it took to start a process and to load the variant there. */
  readonly loadMs: number
}

/** A search gets help once it has lasted so long: most races are found before. */
const ALONE_MS = 250

/** Takes a seat, and more of them where they are free. Never rejects. */
export const spreadSearch = (options: SpreadOptions): Promise<SpreadEnd> =>
  new Promise((resolve) => new SpreadSearch(options, resolve).begin())

interface Running {
  readonly share: Share
  readonly worker: Worker
  executions: number
  distinct: number
}

class SpreadSearch {
  private readonly options: SpreadOptions
  private readonly resolve: (end: SpreadEnd) => void
  private readonly pool: WorkerPool
  private readonly deaths = createDeaths()
  private readonly running = new Set<Running>()
  private readonly undecided = createUndecided()
  private known: Known | null = null
  /** By share. */
  private readonly made = new Map<number, readonly Counterexample[]>()
  /** What kept it from beginning, or from its end. */
  private problem: Problem | null = null
  private seats = 0
  private endHelp = (): void => {}

  constructor(options: SpreadOptions, resolve: (end: SpreadEnd) => void) {
    this.options = options
    this.resolve = resolve
    this.pool = createWorkerPool(() => this.startWorker(), options.jobs)
  }

  begin(): void {
    this.options.seats.add(() => this.sit())
  }

  private async startWorker(): Promise<Worker> {
    const { request, signal, onScenario, onWorker } = this.options
    const sinceMs = performance.now()
    const worker = await startWorker(request, { onScenario, signal })
    const { scenario, variant } = worker.facts
    onWorker?.(`worker ${worker.pid}: has loaded ${scenario} / ${variant}`)
    this.known ??= this.begun(worker, performance.now() - sinceMs)
    return worker
  }

  private begun(worker: Worker, loadMs: number): Known {
    const { settings, shard, seats, signal } = this.options
    const { budget, schedules = DEFAULT_SCHEDULES } = settings
    const { whole, recordsOperations: recorded } = worker.facts
    const supply = supplyOf({ budget, schedules, strategy: strategyByName(settings.strategy), whole, shard })
    const plan = createPlan({ supply, recorded, keepGoing: settings.keepGoing, keepsShares: shard !== undefined })
    if (signal.aborted) plan.stop()
    signal.addEventListener('abort', () => this.stop(), { once: true })
    this.endHelp = seats.addHelp(() => this.help())
    return { worker, plan, budget: startBudget(budget), loadMs }
  }

  private stop(): void {
    this.known?.plan.stop()
    this.reconsider()
  }

  private help(): Job | null {
    if (this.known === null || this.seats >= this.options.jobs) return null
    return this.known.plan.hasMore && this.pays(this.known) ? () => this.sit() : null
  }

  /** Whoever helps has to load the variant first: what is left must take longer than that. */
  private pays({ plan, budget, loadMs }: Known): boolean {
    const elapsedMs = budget.elapsedMs()
    const mine = this.options.shard?.of ?? 1
    const done = budget.done(mine * this.total('executions', plan))
    return elapsedMs > ALONE_MS && done > 0 && (elapsedMs * (1 - done)) / done > loadMs
  }

  /** What one seat does for this search; whoever leaves last brings it to its end. */
  private async sit(): Promise<void> {
    this.seats++
    while (this.known === null && this.problem === null && !this.options.signal.aborted) await this.load()
    for (let share = this.take(); share !== null; share = this.take()) await this.explore(share)
    this.seats--
    if (this.seats === 0) await this.conclude()
  }

  /** The first process tells what there is to search. */
  private async load(): Promise<void> {
    try {
      await this.pool.with(async () => {})
    } catch (error) {
      this.problem = this.died(BEFORE_ALL, problemOf(error))
    }
  }

  private take(): Share | null {
    if (this.known === null) return null
    const { plan, budget } = this.known
    if (budget.isOver() && plan.progress.executions > 0) plan.stop()
    return plan.take()
  }

  private async explore(share: Share): Promise<void> {
    for (let done = false; !done; ) {
      done = await this.pool
        .with((worker) => this.exploreWith(worker, share))
        .catch((error) => this.lost(share, problemOf(error)))
      this.reconsider()
    }
  }

  private async exploreWith(worker: Worker, share: Share): Promise<true> {
    const { plan, budget } = this.known as Known
    const running: Running = { share, worker, executions: 0, distinct: 0 }
    this.running.add(running)
    this.options.onWorker?.(`worker ${worker.pid}: explores share ${share.number}`)
    try {
      const { account, counterexamples } = await worker.explore(share, {
        elapsedMs: budget.elapsedMs(),
        leftMs: budget.leftMs(),
        onProgress: (executions, distinct) => this.tell(Object.assign(running, { executions, distinct })),
        isFinal: (account) => this.found(share, account),
      })
      plan.settle(share, account)
      if (counterexamples.length > 0) this.made.set(share.number, counterexamples)
      return true
    } finally {
      this.running.delete(running)
      this.undecided.forget(share)
    }
  }

  private found(share: Share, account: Account): Promise<boolean> {
    this.known?.plan.settle(share, account)
    const decided = this.undecided.wait(share)
    this.reconsider()
    return decided
  }

  /** A process has ended over a share. Returns whether nobody has to take it again. */
  private lost(share: Share, problem: Problem): boolean {
    const { plan } = this.known as Known
    // It was ended because of what a lower one has found.
    if (!plan.counts(share)) return true
    if (this.options.signal.aborted) {
      plan.abandon(share)
      return true
    }
    const last = this.died(share.number, problem)
    if (last !== null) plan.fail(share, last)
    return last !== null
  }

  /** Returns `null` where the same is to be tried again, else what keeps it from being done. */
  private died(share: number, problem: Problem): Problem | null {
    // Whoever is interrupted dies of that.
    if (this.options.signal.aborted) return null
    this.options.onWorker?.(`a worker has ended: ${problem.text.split('\n')[0]}`)
    return this.deaths.take(share, problem, this.known?.plan.progress.shares ?? 0)
  }

  /** Something has changed: who waits may be told, who explores what does not count any more is ended, who has a seat may be wanted. */
  private reconsider(): void {
    if (this.known === null) return
    const { plan } = this.known
    this.undecided.decide(plan)
    for (const { share, worker } of this.running) if (!plan.counts(share)) worker.kill()
    this.options.seats.wake()
  }

  private tell({ worker: { facts } }: Running): void {
    const { plan, budget } = this.known as Known
    const { scenario, variant } = facts
    const executions = this.total('executions', plan)
    const distinct = this.total('distinct', plan)
    const ms = budget.elapsedMs()
    this.options.onProgress({ scenario, variant, executions, distinct, ms, done: budget.done(executions) })
    // It may be long enough under way to be helped by now.
    this.options.seats.wake()
  }

  /** Settled, and under way. */
  private total(of: 'executions' | 'distinct', { progress }: Plan): number {
    return [...this.running].reduce((sum, each) => sum + each[of], progress[of])
  }

  private async conclude(): Promise<void> {
    this.endHelp()
    this.problem = (this.known?.plan.end?.error as Problem | undefined) ?? this.problem
    const { race, keepGoing = false } = this.options.settings
    const finding = this.known === null || keepGoing ? null : findingOf(this.known.plan.account(), race)
    const made: Counterexample[] = [...(this.lowest() ?? [])]
    for (const [nth, what] of this.left(finding, made).entries()) made.push(...(await this.make(what, AFTER_ALL - nth)))
    await this.pool.close()
    const { known, problem } = this
    const expect = known?.worker.facts.expect ?? null
    const counterexamples = finding === null ? distinct(made, expect) : numbered(made, finding)
    const untold = keepGoing ? untoldNotes(this.findings(), made) : []
    this.resolve({ known, finding, counterexamples, problem, notes: [...this.deaths.notes(), ...untold] })
  }

  /** Where a failure ends the search, the share with the lowest number that has one counts. */
  private lowest = () => this.made.get(this.known?.plan.end?.share ?? AFTER_ALL)

  /**
   * What only the end of a search makes small: what it has kept that goes on, and a failure that is not the one looked for, which is reported
   * where nothing else has come.
   */
  private left(finding: Finding | null, made: readonly Counterexample[]): readonly ToMake[] {
    if (this.options.settings.keepGoing === true) return byKind(this.findings()).map((findings) => ({ findings }))
    return finding !== null && made.length === 0 && this.problem === null ? [{ finding }] : []
  }

  private findings = () => this.known?.plan.account().findings ?? []

  /** By another process where one dies over it. Whoever is interrupted has a moment left, in which it tells what was found as it was found. */
  private async make(what: ToMake, number: number): Promise<readonly Counterexample[]> {
    for (;;) {
      try {
        return await this.pool.with((worker) => worker.make(what))
      } catch (error) {
        const last = this.died(number, problemOf(error))
        if (last === null && !this.options.signal.aborted) continue
        this.problem ??= last
        return []
      }
    }
  }
}

/** In the place of a share's number; after all others, and one behind the other. */
const BEFORE_ALL = -1
const AFTER_ALL = -2
