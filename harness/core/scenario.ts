// A scenario: a subject in several variants, with its workload and its oracles. What `crosswire run` lists and what a user's own file exports.
import type { DispatcherAddress, DispatcherSpec } from './dispatcher-spec.js'
import type { Execution } from './execution.js'
import type { Json } from './history.js'
import type { Limits } from './limits.js'
import type { Controls, NetFault } from './runtime.js'
import type { Oracle, Verdict } from './verdict.js'
import type { Operation, Workload } from './workload.js'

/** Which workloads are drawn. Ranges are inclusive. */
export interface CallersSpec {
  /** How many callers. Default 2 to 4. */
  readonly count?: { readonly min: number; readonly max: number }
  /** How many operations each caller does, one after the other. Default 1 to 3. */
  readonly each?: { readonly min: number; readonly max: number }
  /** By operation name: makes the input from the operation's unique token and a drawn number below 2^16. */
  readonly operations: Readonly<Record<string, (token: string, draw: number) => Json>>
}

/** What `open` receives: the surroundings of one execution. */
export interface Surroundings {
  readonly dispatcher: { readonly address: DispatcherAddress; readonly spec: DispatcherSpec } | null
  /** Empty at the start of the execution, the same path each time. */
  readonly dir: string
  readonly controls: Controls
  readonly workload: Workload
}

/** A race that a scenario can show: recognised by oracle, symptom and events, never by message text. The first that fits names a failure. */
export interface RaceId {
  readonly id: string
  readonly oracle: string
  readonly symptom?: string
  /** Tells races of one oracle and symptom apart by what happened. Pure. */
  readonly shows?: (verdict: Verdict, execution: Execution) => boolean
  readonly says: string
}

/** Of a subject in Python: absolute paths of what opens, uses and observes it, and of each variant. */
export interface PythonParts {
  readonly scene: string
  readonly variants: Readonly<Record<string, string>>
  /** Where the code of the subject is somebody else's. */
  readonly source?: SubjectSource
}

/** A published package of Python: released versions of it, by their checksums, or a checkout that a user names. */
export interface SubjectSource {
  /** As the package index has it. */
  readonly name: string
  /** By version: the sha256 of its wheel. */
  readonly releases: Readonly<Record<string, string>>
  /** What is instrumented of it: paths in it. All else is as it is. */
  readonly traced: readonly string[]
  /** Of each variant that is of a release; the others are of a checkout. */
  readonly versions: Readonly<Record<string, string>>
}

/** What is different for one variant. */
export interface Overrides<Subject = unknown> {
  readonly dispatcher?: DispatcherSpec
  readonly oracles?: readonly Oracle[]
  readonly observe?: (subject: Subject, surroundings: Surroundings) => unknown
}

export interface Scenario<Variant = unknown, Subject = unknown> {
  readonly name: string
  /** One sentence for a person. */
  readonly story: string
  readonly dispatcher?: DispatcherSpec
  readonly callers: CallersSpec
  /** Loaded once, outside every execution. */
  readonly variants: Readonly<Record<string, () => Promise<Variant>>>
  /** Opens the subject, anew for each execution. Runs as the actor `main`. */
  readonly open: (variant: Variant, surroundings: Surroundings) => Subject | Promise<Subject>
  /** Does one operation. Default: `subject.call(op, input)`. */
  readonly perform?: (subject: Subject, operation: Operation) => unknown
  /**
   * Looks at the subject once all callers have settled, before it is closed: plain data, which oracles find as `execution.observed`.
   * It may ask the subject for more (a listing, a shutdown), and runs as the actor `main`.
   */
  readonly observe?: (subject: Subject, surroundings: Surroundings) => unknown
  /** Closes the subject after all callers have settled. Default: `subject.close?.()`. */
  readonly close?: (subject: Subject) => unknown
  readonly oracles: readonly Oracle[]
  /** By variant: the oracle that must be among those that fail, or `pass`. Without it every variant must pass. */
  readonly expect?: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, Overrides<Subject>>>
  readonly races?: readonly RaceId[]
  /**
   * The shortest time-out of the client, in ms: `--hold` keeps answers back for less than half of it, and never for more than 2 s.
   * Default: not known, so each timer that the client arms counts as one.
   */
  readonly clientTimeoutMs?: number
  readonly limits?: Partial<Limits>
  readonly faults?: readonly NetFault[]
  readonly native?: 'refuse' | 'allow'
  /**
   * Where executions run. `none` (the default): in the thread that searches; a subject that keeps state at module level is then refused
   * by name. `worker`: in a worker thread that loads the subject afresh; oracles see what it records, as plain data.
   */
  readonly isolate?: 'none' | 'worker'
  /** The subject is in Python, and executed there. Made by `inPython`. */
  readonly python?: PythonParts
  /**
   * With `isolate: 'worker'`: executions until a fresh thread takes over, at least 1. 1 is a fresh one for each execution (about 100 ms),
   * which a subject with state at module level needs; above, each thread but the first begins with a calm execution that is discarded.
   * Default 200.
   */
  readonly recycle?: number
  /** Forgets what the subject keeps at module level, before each execution. */
  readonly reset?: () => void
}

/** A scenario of any types, as registries and the search hold it. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds scenarios of unrelated subjects
export type AnyScenario = Scenario<any, any>

export type AnyOverrides = NonNullable<AnyScenario['overrides']>[string]
