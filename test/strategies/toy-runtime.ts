// A tiny runtime of threads with steps: a pure model that asks the same door as the real ones, for tests of strategies and of the search.
import type { Access, ChoicePoint, Option } from '../../harness/core/choice.js'
import type { Answer, End, Execution, Leftover, Step } from '../../harness/core/execution.js'
import type { HistoryEvent } from '../../harness/core/history.js'
import { interpret } from '../../harness/core/interpreter.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL, modelId } from '../../harness/core/limits.js'
import type { Change } from '../../harness/core/policy.js'
import { hashText, mix } from '../../harness/core/random.js'
import type { Body, Controls, ExecutionSettings, Runtime } from '../../harness/core/runtime.js'

/** Yielded before a step: its name, what it touches, and what it waits for. */
export interface ToyStep {
  readonly what?: string
  readonly access?: Access
  readonly until?: () => boolean
}

export type ToyThread = () => Generator<ToyStep | undefined, void, void>

/** What a body of this runtime returns. Every thread starts at once and runs to its first `yield`, as a promise would. */
export interface ToyProgram {
  readonly threads: Readonly<Record<string, ToyThread>>
  /** Runs after all threads; what it throws is the end. */
  readonly check?: () => void
  readonly leftovers?: () => Leftover[]
}

/** A body of this runtime from a program; `controls` choose data and record history. */
export const toy =
  (program: (controls: Controls) => ToyProgram): Body =>
  (controls) =>
    program(controls)

/** The settings of a plain execution. */
export const toySettings = (changes: Partial<ExecutionSettings> & Pick<ExecutionSettings, 'policy'>): ExecutionSettings => ({
  subjectSeed: 1,
  limits: DEFAULT_LIMITS,
  model: DEFAULT_MODEL,
  record: false,
  native: 'refuse',
  faults: [],
  ...changes,
})

interface Task extends Option {
  readonly thread: Generator<ToyStep | undefined, void, void>
  readonly until: (() => boolean) | undefined
  readonly cause: string | null
}

export const createToyRuntime = (): Runtime => ({
  name: 'toy',
  execute: async (body, settings) => runToy(body, settings),
})

/** The same without the promise. */
export const runToy = (body: Body, settings: ExecutionSettings): Execution => new ToyExecution(settings).run(body)

class ToyExecution {
  private readonly settings: ExecutionSettings
  private readonly interpreter
  private readonly history: HistoryEvent[] = []
  private readonly answers: Answer[] = []
  private readonly deviations: Change[] = []
  private readonly steps: Step[] = []
  private readonly posted = new Map<string, number>()
  private readonly asked = new Map<string, number>()
  private readonly stepsByActor: Record<string, number> = {}
  private tasks: Task[] = []
  private step = 0
  private calls = 0
  private traceHash = 0
  private actor = 'main'
  private running: string | null = null

  constructor(settings: ExecutionSettings) {
    this.settings = settings
    this.interpreter = interpret(settings.policy)
  }

  run(body: Body): Execution {
    let program: ToyProgram = { threads: {} }
    let end: End
    try {
      program = body(this.controls()) as ToyProgram
      for (const [name, thread] of Object.entries(program.threads)) this.advance(name, thread(), null)
      end = this.loop()
      if (end.kind === 'completed') program.check?.()
    } catch (error) {
      const { name, message } = error as Error
      end = { kind: 'threw', message, error: { name, message } }
    }
    return this.execution(end, program.leftovers?.() ?? [])
  }

  private loop(): End {
    while (this.tasks.length > 0) {
      if (this.step >= this.settings.limits.steps) return { kind: 'limit', message: `${this.step} steps` }
      const ready = this.tasks.filter(({ until }) => until === undefined || until())
      if (ready.length === 0)
        return { kind: 'deadlock', message: 'nothing is ready', waiting: this.tasks.map(({ actor }) => actor) }
      const task = this.pick(ready)
      this.tasks = this.tasks.filter((each) => each !== task)
      this.stepsByActor[task.actor] = (this.stepsByActor[task.actor] ?? 0) + 1
      this.traceHash = mix(this.traceHash, task.hash, 1)
      this.advance(task.actor, task.thread, this.settings.record ? task.key : null)
    }
    return { kind: 'completed', message: '' }
  }

  private pick(ready: readonly Task[]): Task {
    const [first] = ready as [Task]
    const index = ready.length === 1 ? 0 : this.ask('run', first.key, ready)
    const task = ready[index] as Task
    if (this.settings.record) {
      const { key, cause, actor } = task
      this.steps.push({ n: this.step, atMs: 0, actor, key, what: key, cause, options: ready.length, took: index })
    }
    this.step++
    return task
  }

  private ask(kind: ChoicePoint['kind'], key: string, options: readonly Option[]): number {
    const running = options.findIndex((option) => option.actor === this.running)
    const point: ChoicePoint = { kind, key, step: this.step, options, running: kind === 'run' ? running : -1 }
    const index = this.interpreter.decide(point)
    this.answers.push({ kind, step: point.step, count: options.length, index })
    if (this.settings.record) {
      const nth = (this.asked.get(key) ?? 0) + 1
      this.asked.set(key, nth)
      if (index > 0) this.deviations.push({ at: key, nth, step: point.step, take: (options[index] as Option).key, index })
    }
    return index
  }

  private advance(actor: string, thread: Task['thread'], cause: string | null): void {
    this.actor = actor
    this.running = actor
    const { value, done } = thread.next()
    if (done === true) return
    const { what = 'op', access = null, until } = value ?? {}
    const name = `${actor}|${what}`
    const n = (this.posted.get(name) ?? 0) + 1
    this.posted.set(name, n)
    const key = `${name}|${n}`
    this.tasks.push({ key, hash: hashText(key), actor, lane: 'thread', access, thread, until, cause })
  }

  private controls(): Controls {
    const unsupported = (): never => {
      throw new Error('the toy runtime has no such thing')
    }
    return {
      nowMs: () => 0,
      step: () => this.step,
      nextCall: () => this.calls++,
      record: (event) => void this.history.push({ n: this.history.length, atMs: 0, step: this.step, ...event }),
      choose: (kind, what, names) => {
        const options = names.map((name) => ({ key: name, hash: hashText(name), actor: this.actor, lane: 'data', access: null }))
        const index = names.length < 2 ? 0 : this.ask(kind, `${this.actor}|${kind} ${what}|1`, options)
        this.step++
        return index
      },
      pause: unsupported,
      as: (_, fn) => fn(),
      overlapped: () => {},
      observed: () => {},
      own: () => {},
      dir: unsupported,
      program: unsupported,
      atEnd: unsupported,
      atStandstill: unsupported,
      signal: new AbortController().signal,
    }
  }

  private execution(end: End, leftovers: readonly Leftover[]): Execution {
    const { answers, deviations, history, step, stepsByActor, steps, traceHash } = this
    const stats = { steps: step, atMs: 0, stepsByActor, nativeUncontrolled: false }
    const unmet = this.interpreter.unmet()
    const model = modelId(this.settings.model)
    return { format: 1, end, history, leftovers, escapes: [], deviations, steps, answers, unmet, stats, traceHash, model }
  }
}
