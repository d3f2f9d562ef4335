// What the process that searches and the fork server of Python tell each other: lines of JSON, one request at a time, one reply to each. Both
// have the number of the request, as `id`: a worker that has gone may have spoken half a line, or have been answered too late.

import type { ChoiceKind } from '../../core/choice.js'
import type { DispatcherSpec, ToolFunction, ToolSpec } from '../../core/dispatcher-spec.js'
import type { Execution } from '../../core/execution.js'
import type { Json } from '../../core/history.js'
import type { Limits } from '../../core/limits.js'
import type { Policy } from '../../core/policy.js'
import type { Workload } from '../../core/workload.js'

/** Code of others that is to be imported from `root`, of which the `traced` paths are instrumented, and nothing else is. All absolute. */
export interface SubjectPackage {
  readonly root: string
  readonly traced: readonly string[]
}

export type PythonRequest =
  | {
      readonly type: 'load'
      readonly file: string
      /** Files and folders that are instrumented besides those under the working directory. */
      readonly traced: readonly string[]
      /** The file of a variant, of which `file` is the scene; `null`: there is none. */
      readonly variant: string | null
      readonly package: SubjectPackage | null
      /** Means of the system that are to be taken for absent. */
      readonly without: readonly string[]
      /** CPU time without a step after which an execution is ended; 0: never. */
      readonly watchdogMs: number
    }
  | { readonly type: 'dispatcher'; readonly spec: PlainDispatcher }
  | {
      readonly type: 'run'
      readonly workload: Workload
      /** One execution under each, as far as `completed` goes. */
      readonly policies: readonly Policy[]
      readonly limits: Limits
      readonly seed: number
      readonly record: boolean
      readonly closely: boolean
    }
  /** The worker ends; the next execution begins where the subject was just loaded. */
  | { readonly type: 'end' }

/** A dispatcher as data: what its functions answer is asked of this process. */
export type PlainDispatcher = Omit<Partial<DispatcherSpec>, 'tools'> & {
  readonly tools?: Readonly<Record<string, Exclude<ToolSpec, ToolFunction> | { readonly tool: 'function' }>>
}

/** Before the reply, in the middle of an execution: what does this tool answer? The worker waits for the answer, and does nothing else. */
export interface PythonQuestion {
  readonly type: 'ask'
  /** Its own; `id` is that of the request. */
  readonly question: string
  readonly tool: string
  readonly args: Json
  /** How manieth request of the dispatcher, from 1. */
  readonly seq: number
  readonly connection: string
  /** The first of an execution, for which tools are made anew. */
  readonly fresh: boolean
}

export type PythonAnswer = { readonly result: Json } | { readonly error: string }

export type PythonReply =
  | { readonly type: 'loaded'; readonly file: PythonFile; readonly model: string; readonly python: readonly number[] }
  /** The user's file is at fault. */
  | { readonly type: 'bad'; readonly message: string; readonly found: string | null; readonly expected: string | null }
  | { readonly type: 'set' }
  /** Under the first policies, at least one. `clean`: nothing of them is left in the worker. */
  | { readonly type: 'ran'; readonly executions: readonly PythonExecution[]; readonly clean: boolean }
  | { readonly type: 'ended' }
  | Died
  | Hung
  /** The driver itself is at fault; the worker is gone. */
  | { readonly type: 'broken'; readonly message: string }

/** The worker's process ended before the execution did. */
export interface Died {
  readonly type: 'died'
  readonly signal: string | null
  readonly code: number | null
}

/** The worker made no step for too long: it worked, or it waited in a call that nobody controls. */
export interface Hung {
  readonly type: 'hung'
  readonly kind: 'loop' | 'blocked'
  /** Of each thread, the innermost line first. */
  readonly stacks: readonly { readonly at: readonly string[]; readonly innermost: string }[]
}

/** Answers come as lists: there are many of them. */
export type PythonExecution = Omit<Execution, 'answers'> & {
  readonly answers: readonly (readonly [kind: ChoiceKind, step: number, count: number, index: number])[]
}

/** What a user's file declares. */
export interface PythonFile {
  readonly name: string
  readonly story: string
  /** An absolute path. */
  readonly folder: string
  readonly count: { readonly min: number; readonly max: number }
  readonly each: { readonly min: number; readonly max: number }
  readonly operations: readonly PythonOperation[]
  /** It is one `test(world)`, and has no callers. */
  readonly test: boolean
  /** An operation uses its token: answers can be told by it. */
  readonly judgedByAnswers: boolean
  /** As it stands there; `null`: none. */
  readonly dispatcher: unknown
  readonly limits: Partial<Limits>
}

export interface PythonOperation {
  readonly name: string
  readonly arguments: readonly PythonArgument[]
  readonly usesToken: boolean
}

export type PythonArgument =
  | { readonly name: string; readonly type: 'int' | 'str' | 'bool' }
  | { readonly name: string; readonly values: readonly Json[] }
