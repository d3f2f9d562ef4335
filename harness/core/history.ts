// What the callers saw: invocations and how they ended, as in Jepsen. Oracles judge this and nothing else about the callers.

/** Plain data: what JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface HistoryEvent {
  /** Ordinal of the event in its history, from 0. */
  readonly n: number
  /** Virtual milliseconds since the execution began (real ones in the `real` runtime). */
  readonly atMs: number
  /** How many of the runtime's steps had begun when it happened. */
  readonly step: number
  readonly actor: string
  /** Pairs an invocation with its end. */
  readonly call: number
  /** `invoke` begins an operation; `ok` and `fail` end it; `info`: it may or may not have happened. */
  readonly type: 'invoke' | 'ok' | 'fail' | 'info'
  /** Name of the operation; a dispatcher's events carry the tool's name. */
  readonly op: string
  /** On a caller's invocation: the operation's unique token, which its answer carries. Without it the token is looked for in `input`. */
  readonly token?: string
  readonly input?: unknown
  readonly output?: unknown
  readonly error?: string
  /**
   * On a request that a dispatcher left without an answer: it serves one request at a time there, so whoever comes next, and whoever
   * waits for its turn in the subject, waits too.
   */
  readonly inTurn?: true
  /** The message on a connection that this event sent or received: what draws the arrows. */
  readonly via?: { readonly connection: string; readonly message: number }
}

/** What a recorder adds by itself. */
export type EventFacts = Omit<HistoryEvent, 'n' | 'atMs' | 'step'>

export interface HistoryRecorder {
  record(event: EventFacts): void
  /** A fresh id that pairs an invocation with its end. */
  nextCall(): number
}

/** One caller's operation, from its invocation to its end. */
export interface Call {
  readonly invoke: HistoryEvent
  /** `null`: never ended. */
  readonly end: HistoryEvent | null
}

/** Pairs invocations with their ends, in the order of the invocations. Events of `actors` that are not callers can be left out. */
export const callsOf = (history: readonly HistoryEvent[], isCaller: (actor: string) => boolean = isNotDispatcher): Call[] => {
  const ends = new Map<number, HistoryEvent>()
  for (const event of history) if (event.type !== 'invoke') ends.set(event.call, event)
  return history
    .filter((event) => event.type === 'invoke' && isCaller(event.actor))
    .map((invoke) => ({ invoke, end: ends.get(invoke.call) ?? null }))
}

/** The actor under which a body begins, and a subject is opened and closed; what it starts unnamed is `main/1`, `main/2` and so on. */
export const MAIN = 'main'
export const isMain = (actor: string): boolean => actor === MAIN || actor.startsWith(`${MAIN}/`)
/** The actor under which every mock dispatcher records and runs. */
export const DISPATCHER = 'dispatcher'
/** The `op` under which a dispatcher records a request that it could not read; its input is the text as it arrived. */
export const MALFORMED = 'malformed request'
export const isNotDispatcher = (actor: string): boolean => actor !== DISPATCHER
