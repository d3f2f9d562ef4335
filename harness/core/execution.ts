// What one execution leaves behind for the oracles, the reporters and the search. Format 1.
import type { ChoiceKind } from './choice.js'
import type { HistoryEvent } from './history.js'
import type { Change } from './policy.js'

/**
 * `completed`: the body settled. `deadlock`: nothing can ever become ready. `stuck`: only periodic timers run, or only unreferenced
 * handles are left. `threw`: the body rejected. `crashed`: the process of the subject died. `limit`: a bound of the execution was
 * met. `out-of-control`: the watchdog ended a loop that no choice reaches.
 */
export type EndKind = 'completed' | 'deadlock' | 'stuck' | 'threw' | 'crashed' | 'limit' | 'out-of-control'

export interface End {
  readonly kind: EndKind
  /** One sentence: what was thrown, who waits where, which limit, which loop. Empty for `completed`. */
  readonly message: string
  /** The error behind `threw`, with its stack. */
  readonly error?: { readonly name: string; readonly message: string; readonly stack?: string }
  /** For `deadlock`, `stuck` and `limit`: the callers that were still waiting, or the busiest tasks. */
  readonly waiting?: readonly string[]
}

/** One step of the interleaving; recorded on replay, not during a search. */
export interface Step {
  /** Ordinal of the step in its execution, from 0. */
  readonly n: number
  /** Virtual milliseconds since the execution began. */
  readonly atMs: number
  readonly actor: string
  /** Stable key of the task: `<actor>|<what>|<n>`. */
  readonly key: string
  /** What the step did, in words: `net.data rpc`, `timer 50 ms`. */
  readonly what: string
  /** Key of the step that posted it; `null` for what the body itself posted. */
  readonly cause: string | null
  /** How many options there were, and which one was taken. */
  readonly options: number
  readonly took: number
  /** Data choices made inside the step: `chunk: 1 byte`. Empty for most. */
  readonly chose?: readonly string[]
  /** Lines at which the subject went on in it (`client.ts:21`), in order. Only of an execution that was looked at closely. */
  readonly resumed?: readonly string[]
  /** Who went on, in order: an answer that the dispatcher sends is somebody else's. Only of an execution that was looked at closely. */
  readonly went?: readonly Went[]
  /** Lines at which whoever went on waits when it is over, the innermost first. Only of an execution that was looked at closely. */
  readonly suspended?: readonly string[]
  /** Line that asked for it: the call of `setTimeout`, of `readFile`. Only of an execution that was looked at closely. */
  readonly posted?: string
}

/** Somebody who went on. */
export interface Went {
  readonly actor: string
  /** Lines at which it did, the innermost first: `store.ts:8`, `client.ts:21`. */
  readonly at: readonly string[]
  /** Nobody had waited there: a callback was called, and these are the lines at which it called further. */
  readonly isCalled?: true
}

/** An await of the subject's that was never settled, or a promise that it returned to its caller. */
export interface Suspended {
  readonly actor: string
  /** The await and those that wait for it, the innermost first: `pool.ts:12`. Of a promise that is returned: where it was made. */
  readonly at: readonly string[]
  /** The function that waits: `Pool.acquire`. */
  readonly in?: string
}

/** An await of the subject's that another actor ended. */
export interface Woken {
  readonly actor: string
  /** As `Suspended.at`. */
  readonly at: readonly string[]
  readonly by: string
}

/** What the subject printed. */
export interface Printed {
  readonly atMs: number
  /** How many steps had begun. */
  readonly step: number
  readonly actor: string
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/** A resource still open at the end, or an error that reached nobody. */
export interface Leftover {
  readonly kind:
    | 'timer'
    | 'immediate'
    | 'socket'
    | 'server'
    | 'process'
    | 'port'
    | 'file'
    | 'task'
    | 'caller'
    | 'error'
    | 'rejection'
    | 'ambient'
  readonly what: string
  readonly actor: string
  /** Still referenced: it would keep a bare process alive. */
  readonly referenced: boolean
  /**
   * Where an error was made, or a resource: `client.ts:21`. Absent where no stack says so; for resources known only of an execution that
   * was looked at closely.
   */
  readonly at?: string
}

/** Native work that was let through, or that escaped: by type and place. */
export interface Escape {
  readonly type: string
  readonly at: string
}

/** A choice point that was asked and how it was answered: all that a frontier of prefixes needs. */
export interface Answer {
  readonly kind: ChoiceKind
  readonly step: number
  readonly count: number
  readonly index: number
}

/** Plain data; a function of the subject, the workload and the policy. */
export interface Execution {
  readonly format: 1
  readonly end: End
  readonly history: readonly HistoryEvent[]
  readonly leftovers: readonly Leftover[]
  readonly escapes: readonly Escape[]
  /** Every choice that was not the default, by key and by step. Empty unless recorded. */
  readonly deviations: readonly Change[]
  /** Empty unless recorded. */
  readonly steps: readonly Step[]
  /** Every choice point that was asked, in order. */
  readonly answers: readonly Answer[]
  /** Changes of the policy that were never met. */
  readonly unmet: readonly Change[]
  /** Awaits of the subject's that were never settled. Only of an execution that was looked at closely. */
  readonly suspended?: readonly Suspended[]
  /** Awaits that another actor ended. Only of an execution that was looked at closely; reports do not have it. */
  readonly woken?: readonly Woken[]
  /** What the subject printed, in order, as far as it was kept. Only where it printed anything, and while recorded. */
  readonly printed?: readonly Printed[]
  /** What the scenario saw of its subject once all callers had settled. Absent where it does not look, or never came to it. */
  readonly observed?: unknown
  readonly stats: ExecutionStats
  /** u32 over the order of tasks; equal for equal interleavings. */
  readonly traceHash: number
  /** The rules of what may be reordered, in short: part of every token. */
  readonly model: string
}

export interface ExecutionStats {
  readonly steps: number
  /** Virtual milliseconds (real ones in the `real` runtime). */
  readonly atMs: number
  /** Steps taken by each actor: the profile that weighted strategies need. */
  readonly stepsByActor: Readonly<Record<string, number>>
  /** Two callers that the body started together were at work at the same time. Absent where that was not seen. */
  readonly overlap?: boolean
  /** True where native work was let through: the order of its completions was not controlled. */
  readonly nativeUncontrolled: boolean
}
