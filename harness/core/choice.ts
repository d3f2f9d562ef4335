// The one door for nondeterminism: what a runtime asks at every place where the world could go another way.

/** What kind of thing is being chosen; `run` is "which task runs next", the others are data. */
export type ChoiceKind = 'run' | 'latency' | 'delay' | 'fault' | 'chunk' | 'wake'

/** Two accesses clash when they name the same thing and at least one writes. */
export interface Access {
  readonly on: string
  readonly write: boolean
}

/**
 * One of the ways in which an execution can go on. A runtime's own task object fits this interface;
 * `key` and `access` are getters there, free until somebody reads them.
 */
export interface Option {
  /** `<actor>|<what>|<n>`: the n-th time (from 1) that this actor posts this kind of task. Stable while unrelated code changes. */
  readonly key: string
  /** u32 of (actor, what, n); integers only, so that every runtime computes the same. */
  readonly hash: number
  readonly actor: string
  /** What can be ordered by itself inside an actor (`io`, `timer`, `thread`): the thread of PCT is actor and lane. */
  readonly lane: string
  /** `null`: unknown, so it clashes with everything. */
  readonly access: Access | null
}

/** A place where the execution could go another way. Asked only where there are two options or more. */
export interface ChoicePoint {
  readonly kind: ChoiceKind
  /** Stable name of the place; for `run` it is the key of the default option. */
  readonly key: string
  /** Ordinal of the place in its execution, places with a single option included, from 0. */
  readonly step: number
  /** `[0]` is the least disruptive option: what the real system would do by default. */
  readonly options: readonly Option[]
  /** Index of the option that goes on with the running actor; -1 if there is none. */
  readonly running: number
}

/** Answers one choice point with an index into its options. */
export type Decide = (point: ChoicePoint) => number

export const clash = (a: Access | null, b: Access | null): boolean =>
  a === null || b === null || (a.on === b.on && (a.write || b.write))
