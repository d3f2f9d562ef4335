// A mock tool dispatcher as data: the same spec is served inside an execution, by a real process, and by other languages.
import type { Json } from './history.js'

/** What a tool does with its arguments. A function is asked at invoke and must settle within one drain. */
export type ToolSpec =
  | { readonly tool: 'echo' }
  | { readonly tool: 'reject'; readonly message: string }
  | { readonly tool: 'constant'; readonly value: Json }
  | { readonly tool: 'table'; readonly by: string; readonly values: { readonly [key: string]: Json } }
  | ToolFunction
/** `seq`: how manieth request of this dispatcher, from 1. What it throws is answered as an error. */
export type ToolFunction = (args: Json, request: { readonly seq: number; readonly connection: string }) => Json | Promise<Json>

/** A finite list of delays in ms to choose from; `null` is never. [0] is the default of a calm schedule. */
export interface DelayProfile {
  readonly name: string
  readonly choicesMs: readonly (number | null)[]
}

export type FaultKind = 'drop' | 'duplicate' | 'error' | 'garble' | 'disconnect' | 'half-open' | 'crash'

export type AnswerForm = 'json' | 'json-in-string'

/** Each of these may strike each request (or those of one tool) at most `most` times in an execution; whether it does is a choice. */
export interface FaultRule {
  readonly fault: FaultKind
  /** Default: any tool. */
  readonly tool?: string
  /** Default 1. */
  readonly most?: number
}

export interface DispatcherSpec {
  /** By name, at least one. A function makes them anew for each execution: tools that remember something need that. */
  readonly tools: Readonly<Record<string, ToolSpec>> | (() => Readonly<Record<string, ToolSpec>>)
  /** Tools that may be called; others are answered with an error. Default: all. */
  readonly allow?: readonly string[]
  /** Default: none. */
  readonly delay?: DelayProfile
  /** Per tool, where one differs. */
  readonly delays?: Readonly<Record<string, DelayProfile>>
  /** `fifo`: one request at a time on a connection, answers in order. `concurrent`: answers when ready. Default `fifo`. */
  readonly service?: 'fifo' | 'concurrent'
  /** Default `uds`. */
  readonly transport?: 'uds' | 'tcp' | 'file'
  /**
   * How requests and answers look on a socket: `json`, a line of JSON each, or `resp`, what Redis speaks: the tools are its commands,
   * `multi`, `queued` and `exec` the phases of a transaction, and arguments a list of texts. Default `json`.
   */
  readonly protocol?: 'json' | 'resp'
  /**
   * `one`: accepts a single connection and leaves others unaccepted, as many tool servers do. `one-at-a-time`: accepts the next one
   * when the one before it is gone; a request that is never answered (a delay `never`) keeps it there, even once its client has left.
   * Default `many`.
   */
  readonly connections?: 'one' | 'one-at-a-time' | 'many'
  /** `json-in-string`: each answer is a JSON string that holds the JSON, so a client decodes twice. Default `json`. */
  readonly answers?: AnswerForm
  /** Per tool, where one differs. */
  readonly answersBy?: Readonly<Record<string, AnswerForm>>
  /** Default: none. */
  readonly faults?: readonly FaultRule[]
}

/** Where a dispatcher is reached. */
export type DispatcherAddress =
  | { readonly transport: 'uds'; readonly path: string }
  | { readonly transport: 'tcp'; readonly host: string; readonly port: number }
  | { readonly transport: 'file'; readonly dir: string }
