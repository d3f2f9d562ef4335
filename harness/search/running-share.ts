// One share while it is explored: workloads are drawn, each is executed under its schedules. The first failure ends it, unless the
// search keeps going.
import type { Execution } from '../core/execution.js'
import type { Policy } from '../core/policy.js'
import { mix } from '../core/random.js'
import type { Counterexample } from '../core/report.js'
import type { Verdict } from '../core/verdict.js'
import type { DrawnWorkload, Workload } from '../core/workload.js'
import type { Strategy } from '../strategies/strategy.js'
import { createCounterexample } from './counterexample.js'
import type { Work } from './executor.js'
import { explore } from './explore.js'
import type { Finding } from './finding.js'
import type { During, Explored, Ground } from './hunt.js'
import { createKeeping, type Keeping } from './keeping.js'
import { secondOf } from './make-small.js'
import { seriesSeed } from './series-seed.js'
import { type Share, seedOf } from './share.js'
import { createShrinking, type Shrinking } from './shrinking.js'
import { createTally, type Tally } from './tally.js'

const DRAW = 2
/** Workloads drawn at a time where only the clock ends a share. */
const BATCH = 64

export const exploreShare = (ground: Ground, share: Share, during: During): Promise<Explored> =>
  new RunningShare(ground, share, during).run()

interface Shown {
  readonly execution: Execution
  readonly policy: Policy
  readonly by: Strategy
}

interface Failed {
  readonly work: Work
  readonly shown: Shown
  readonly failures: readonly Verdict[]
}

class RunningShare {
  private readonly ground: Ground
  private readonly share: Share
  private readonly during: During
  private readonly seed: number
  private readonly tally: Tally
  /** Aborted when nothing more is to be drawn. */
  private readonly enough = new AbortController()
  private finding: Finding | null = null
  /** The first failure that is not the one looked for. */
  private other: Finding | null = null
  private shrinking: Shrinking | null = null
  /** `null`: the first failure ends the share. */
  private readonly keeping: Keeping | null
  /** What draws the workload that is being explored. */
  private drawn: Finding['drawn'] = undefined

  constructor(ground: Ground, share: Share, during: During) {
    this.ground = ground
    this.share = share
    this.during = during
    this.seed = seedOf(ground.options.seed, share)
    this.keeping = ground.options.keepGoing === true ? createKeeping() : null
    const { enumerates } = ground.options.strategy
    this.tally = createTally(ground.subject.recordsOperations ?? true, share.part, enumerates?.atMost)
  }

  async run(): Promise<Explored> {
    const drawn = await this.draw()
    const found = this.finding === null ? [] : [this.finding]
    const account = this.account(this.keeping?.findings ?? found)
    return { account, counterexamples: await this.counterexamples(drawn) }
  }

  /** In batches, because nobody knows beforehand how many executions a workload takes. */
  private async draw(): Promise<DrawnWorkload | null> {
    const { subject, options, schedules } = this.ground
    for (let batch = 0; !this.isOver(); batch++) {
      const before = this.tally.executions
      const left = this.left()
      const runs = Number.isFinite(left) ? Math.max(1, Math.ceil(left / schedules)) : BATCH
      const seed = batch === 0 ? this.seed : mix(this.seed, batch, DRAW)
      const first = (this.share.part?.workload ?? this.share.number) === 0 && batch === 0 && options.path !== undefined
      const path = first ? options.path : undefined
      const from = { seed, ...(path === undefined ? {} : { path }), runs, signal: this.enough.signal }
      let nth = 0
      const drawn = await subject.workloads.draw(from, (workload) => {
        if (this.shrinking === null) this.drawn = { seed, path: later(path ?? '0', nth++) }
        return this.passes(workload)
      })
      if (this.finding !== null) return drawn
      if (subject.workloads.single || this.share.part !== undefined || this.tally.executions === before) return null
    }
    return null
  }

  private left(): number {
    return (this.share.most ?? Number.POSITIVE_INFINITY) - this.tally.executions
  }

  /** A share executes at least once, however long the warm-up took, unless it is interrupted. */
  private isOver(): boolean {
    const { signal } = this.ground.options
    const isOver = signal?.aborted === true || this.left() <= 0 || (this.tally.executions > 0 && !this.during.mayGoOn())
    if (isOver) this.enough.abort()
    return isOver
  }

  private async passes(workload: Workload): Promise<boolean> {
    if (this.shrinking !== null) return !(await this.fails(workload, this.shrinking))
    if (this.finding !== null || this.isOver()) return true
    const { executor, firstLook, subject, options, schedules } = this.ground
    const work = executor.work(workload)
    if (options.warmUp !== false) await firstLook.take(work)
    this.tally.nextWorkload()
    const own = subject.workloads.seedOf?.(workload)
    const claim = await explore(executor, work, {
      strategy: options.strategy,
      seed: own === undefined ? seriesSeed(this.seed, this.tally.workloads) : seriesSeed(options.seed, own),
      most: Math.min(this.left(), schedules),
      part: this.share.part,
      mayGoOn: () => !this.isOver(),
      seen: (execution, policy, by) => this.seen(work, { execution, policy, by }),
      between: () => this.ground.canary.after(work),
    })
    this.tally.claim(claim)
    return this.finding === null || (await this.isDropped(this.finding))
  }

  /** What is not final is not made small: nothing more is drawn for it. */
  private async isDropped(finding: Finding): Promise<boolean> {
    if (!(await this.during.isFinal(this.account([finding])))) {
      this.enough.abort()
      return true
    }
    this.shrinking = createShrinking(this.ground, finding)
    await this.ground.firstLook.doubt(this.shrinking.failure.target)
    return false
  }

  private async fails(workload: Workload, shrinking: Shrinking): Promise<boolean> {
    if (shrinking.over) this.enough.abort()
    return shrinking.fails(workload)
  }

  private seen(work: Work, shown: Shown): boolean {
    const { execution, policy, by } = shown
    this.tally.add(execution, policy, by.draws)
    this.during.seen?.(this.tally.executions, this.tally.distinct)
    const verdicts = this.ground.judge.notPassing(execution)
    if (verdicts.length === 0) return false
    for (const verdict of verdicts) if (verdict.outcome === 'unknown') this.tally.note(verdict)
    const failures = verdicts.filter(({ outcome }) => outcome === 'fail')
    if (this.keeping !== null) return this.keepAll(this.keeping, { work, shown, failures })
    const wanted = this.ground.wanted.among(failures, execution)
    const [first] = failures
    if (wanted !== undefined) this.finding = this.findingOf(work, shown, wanted)
    else if (first !== undefined) {
      this.tally.note(first)
      this.other ??= this.findingOf(work, shown, first)
    }
    return wanted !== undefined
  }

  private keepAll(keeping: Keeping, { work, shown, failures }: Failed): false {
    const only = this.ground.options.race
    for (const verdict of failures) {
      const race = this.ground.wanted.raceOf(verdict, shown.execution)
      if (only !== undefined && race !== only) this.tally.note(verdict)
      else if (keeping.wants(verdict, race, shown.execution.traceHash)) keeping.keep(this.findingOf(work, shown, verdict))
    }
    return false
  }

  private findingOf({ workload }: Work, { execution, policy, by }: Shown, verdict: Verdict): Finding {
    return {
      workload,
      policy,
      verdict,
      race: this.ground.wanted.raceOf(verdict, execution),
      traceHash: execution.traceHash,
      scheduleNumber: this.tally.executions,
      foundMs: this.during.elapsedMs(),
      strategy: by.name,
      ...this.drawnAs(),
    }
  }

  /** Values that come from outside cannot be drawn again, and of a single workload there are no smaller ones. */
  private drawnAs(): Pick<Finding, 'drawn'> {
    const { single, seedOf } = this.ground.subject.workloads
    return this.drawn === undefined || single || seedOf !== undefined ? {} : { drawn: this.drawn }
  }

  private account(findings: readonly Finding[]) {
    return this.tally.account(findings, this.other)
  }

  /** Of what ended the share; behind it, of another failure that was met on the way. */
  private async counterexamples(drawn: DrawnWorkload | null): Promise<readonly Counterexample[]> {
    if (this.shrinking === null) return []
    const first = await createCounterexample(this.ground, this.shrinking.facts(drawn))
    const second = await secondOf(this.ground, this.shrinking, first)
    return second === null ? [first] : [first, second]
  }
}

/** Path of the workload that fast-check draws so many after the one at `path`. */
const later = (path: string, nth: number): string => path.replace(/\d+$/, (last) => String(Number(last) + nth))
