// The life of one execution, as a generator: it yields wherever ticks and microtasks must be drained, or the real loop must turn.
import { AsyncResource } from 'node:async_hooks'
import { describeThrown, errorFacts } from '../../core/error-text.js'
import { isHarnessError } from '../../core/errors.js'
import type { End, EndKind } from '../../core/execution.js'
import { callsOf } from '../../core/history.js'
import type { Body } from '../../core/runtime.js'
import { importsUnderWay } from './intercept/imports.js'
import { actorContext } from './kernel/actors.js'
import { NodeControls } from './kernel/controls.js'
import type { NodeKernel } from './kernel/kernel.js'
import type { Progress } from './kernel/stepper.js'
import type { NativeWatch } from './natives.js'

/** `drain`: run what is due now. A number: let real time pass, so many ms (0: one turn of the loop). */
export type Need = 'drain' | number

/** What ends by itself within this much virtual time after the body is no leftover. */
const SETTLE_MS = 1000
const SETTLE_STEPS = 10_000
/** At one standstill: the callers, then what looks at the subject, then what closes it. Each may wait for the same silence, and nothing moves in between. */
const GIVEN_UP_AT_MOST = 3
/** Real time that outstanding native work may take before it is refused all the same. */
const NATIVE_WAIT_MS = 5000
/** The same for work that cannot be seen. */
const UNSEEN_WAIT_MS = 1000

type Settled = { readonly ok: true } | { readonly ok: false; readonly error: unknown }

/** A body in the course of its execution. */
export class Life {
  readonly kernel: NodeKernel
  readonly controls: NodeControls
  /** Something moved that no task had caused: native work is about. */
  wokenFromOutside = false
  /** A module that was loaded for the first time. */
  imported: string | null = null
  private readonly loadingBefore = importsUnderWay()
  private readonly watch: NativeWatch | null
  /** Drains without leaving the macrotask; `null` where this Node needs a turn of the loop for it. */
  private readonly drainNow: (() => void) | null
  private settled: Settled | null = null

  constructor(kernel: NodeKernel, means: { watch: NativeWatch | null; drainNow: (() => void) | null }) {
    this.kernel = kernel
    this.watch = means.watch
    this.drainNow = means.drainNow
    this.controls = new NodeControls(kernel)
  }

  /** Runs the body to its end, and what it has left in flight to rest. Nothing is destroyed yet. */
  *live(body: Body): Generator<Need, End> {
    this.start(body)
    yield 'drain'
    const progress = yield* this.untilSettled()
    const end = this.endOf(progress)
    this.kernel.asking.calm = true
    if (this.settled !== null && !this.kernel.isEmpty) yield* this.rest(SETTLE_MS)
    return end
  }

  /** Destroys what is left and lets it report, so that nothing of it runs in the next execution. */
  *die(): Generator<Need, void> {
    const { kernel, controls } = this
    kernel.over = true
    if (controls.cleanups.length > 0) yield* this.cleanUp(controls.cleanups)
    kernel.closing = true
    kernel.subject.end()
    if (this.settled !== null && kernel.isEmpty) return
    yield* this.destroyAll()
    // Modules keep state that only a timer of theirs resets: a cached clock, a flag that a flush is due, undici's list of timers.
    yield* this.rest(Number.POSITIVE_INFINITY)
    kernel.loop.timers.clear()
    yield* this.destroyAll()
    kernel.resources.clear()
  }

  /** Nothing new can be armed meanwhile; each timer that is armed fires once at most. */
  private *destroyAll(): Generator<Need, void> {
    const { kernel } = this
    kernel.resources.destroyAll((error) => kernel.subjectError('error', error))
    yield 'drain'
    yield* this.rest(0)
  }

  private start(body: Body): void {
    const settle = (settled: Settled) => {
      this.settled ??= settled
      // The harness's own refusal (a tool that is not immediate, an option that cannot be) says nothing about the subject.
      if (!settled.ok && isHarnessError(settled.error)) this.kernel.escapes.refuse(settled.error)
    }
    const begin = (): void => {
      try {
        Promise.resolve(body(this.controls)).then(
          () => settle({ ok: true }),
          (error) => settle({ ok: false, error }),
        )
      } catch (error) {
        settle({ ok: false, error })
      }
    }
    // In a scope of its own: from Node 24 on a context that the body enters would stay with whoever has started it.
    const scope = new AsyncResource('crosswire execution', { requireManualDestroy: true })
    scope.runInAsyncScope(() => actorContext.run(this.kernel.posting.root, begin))
  }

  private *untilSettled(): Generator<Need, Progress> {
    for (;;) {
      if (this.settled !== null) return 'ran'
      const progress = this.burst()
      if (progress === 'ran') {
        if (this.drainNow !== null) continue
        this.noticeImport()
        yield 'drain'
        continue
      }
      if (progress === 'limit') return progress
      if (yield* this.giveUp()) continue
      if (progress === 'still') {
        yield 'drain'
        continue
      }
      if (progress === 'idle' && (yield* this.woken())) continue
      return progress
    }
  }

  /** One step, or, where draining needs no turn of the loop, as many as there are. */
  private burst(): Progress {
    const { kernel, drainNow } = this
    for (;;) {
      const progress = kernel.advance()
      if (progress !== 'ran' || drainNow === null) return progress
      drainNow()
      if (this.settled !== null) return progress
    }
  }

  /** What an injected fault has swallowed is given up only when nothing else can move. */
  private *giveUp(): Generator<Need, boolean> {
    for (let times = 0; times < GIVEN_UP_AT_MOST; times++) {
      // Asked again at each standstill: one that gives up nothing must not be taken for a move, or a timer that cannot fire spins.
      const gaveUp = this.kernel.standstills.map((giveUp) => giveUp())
      if (!gaveUp.includes(true)) return false
      yield 'drain'
      if (this.settled !== null || this.kernel.canMove) return true
    }
    return false
  }

  /** Lets the real loop turn before a deadlock is claimed; true if that moved anything. */
  private *woken(): Generator<Need, boolean> {
    this.noticeImport()
    const before = this.kernel.steps
    const moved = () => this.settled !== null || this.kernel.canMove || this.kernel.steps > before
    for (let turns = 0; turns < 3 && !moved(); turns++) yield 0
    for (let waitedMs = 0; !moved() && waitedMs < this.patienceMs(); waitedMs += 1) yield 1
    if (moved()) this.wokenFromOutside = true
    return moved()
  }

  /** Whether the host is loading a module for this execution; remembered, since it makes the execution unlike all later ones. */
  noticeImport(): boolean {
    const module = importsUnderWay().find((name) => !this.loadingBefore.includes(name))
    if (module !== undefined) this.imported ??= module
    return module !== undefined
  }

  private patienceMs(): number {
    if (this.noticeImport()) return NATIVE_WAIT_MS
    if (this.watch?.blind) return UNSEEN_WAIT_MS
    const outstanding = this.watch?.outstanding() ?? []
    // Some work that was let through (Atomics.waitAsync) is an object that no hook sees.
    if (outstanding.length === 0) return this.kernel.escapes.list.length > 0 ? UNSEEN_WAIT_MS : 0
    return outstanding.every(({ idle }) => idle) ? 100 : NATIVE_WAIT_MS
  }

  private *rest(forMs: number): Generator<Need, void> {
    const { kernel } = this
    const untilMs = kernel.nowMs + forMs
    for (let steps = 0; steps < SETTLE_STEPS && kernel.advance(untilMs) === 'ran'; steps++) yield 'drain'
  }

  private *cleanUp(cleanups: (() => void | Promise<void>)[]): Generator<Need, void> {
    let done = false
    const all = async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    }
    actorContext.run(this.kernel.posting.root, () => {
      all().then(
        () => (done = true),
        (error) => {
          done = true
          this.kernel.subjectError('error', error)
        },
      )
    })
    yield 'drain'
    while (!done && this.kernel.advance() === 'ran') yield 'drain'
  }

  private endOf(progress: Progress): End {
    if (this.settled?.ok === true) return { kind: 'completed', message: '' }
    if (this.settled?.ok === false) return threw(this.settled.error)
    if (progress === 'limit') {
      const busiest = this.busiest()
      return { kind: 'limit', message: `${this.usedUp()}; busiest: ${busiest.join(', ')}`, waiting: busiest }
    }
    const kind: EndKind = progress === 'stuck' ? 'stuck' : 'deadlock'
    const waiting = this.waiting()
    return { kind, message: standstill(kind, waiting), waiting }
  }

  private waiting(): string[] {
    const calls = callsOf(this.kernel.journal.history)
    const open = calls.filter(({ end }) => end === null)
    // Of callers that record what they do the calls are the better word: one that was given up waits for nothing.
    const silent = this.controls.unsettled().filter((actor) => !calls.some(({ invoke }) => invoke.actor === actor))
    return [
      ...open.map(({ invoke: { actor, op, token } }) => `${actor}: ${op}${token === undefined ? '' : ` ${token}`}`),
      ...silent,
    ]
  }

  private usedUp(): string {
    const { limits } = this.kernel.settings
    return this.kernel.steps >= limits.steps
      ? `${limits.steps} steps used up`
      : `${spanText(limits.virtualMs)} of virtual time used up`
  }

  private busiest(): string[] {
    const byStepsDown = [...this.kernel.posting.actors].sort((a, b) => b.steps - a.steps)
    return byStepsDown.slice(0, 3).map(({ name, steps }) => `${name}: ${steps} steps`)
  }
}

const threw = (error: unknown): End => ({ kind: 'threw', message: describeThrown(error), error: errorFacts(error) })

/** In the largest unit that it is whole in. */
const spanText = (ms: number): string => {
  const [name, size] = SPANS.find(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1]
  const count = ms / size
  return `${count} ${size > 1 && count !== 1 ? `${name}s` : name}`
}

const SPANS: readonly (readonly [string, number])[] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const standstill = (kind: EndKind, waiting: readonly string[]): string => {
  const who = waiting.length === 0 ? 'the body never settles' : `${waiting.join(', ')} never settles`
  return kind === 'stuck' ? `${who}: only periodic or unreferenced timers are left` : `${who}: nothing can become ready any more`
}
