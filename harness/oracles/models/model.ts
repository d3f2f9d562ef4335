// A sequential model: what an object would answer if its operations came one at a time.

/** One operation as a model sees it. */
export interface Operation {
  /** Name of the operation. */
  readonly op: string
  readonly input: unknown
  /** `undefined` where the outcome is not known. */
  readonly output: unknown
  /** Why it failed; `undefined` where it did not. Only models that judge failures see any. */
  readonly error?: string | undefined
  /** `false`: it may or may not have happened, and nobody knows what it would have returned. */
  readonly known: boolean
}

/**
 * Pure functions over plain data. Two states are the same where their JSON is, so what does not matter (the order of a set) must not
 * show in them.
 */
export interface Model<State> {
  readonly name: string
  /** The state in which each part begins. */
  init(): State
  /**
   * The states in which `operation` may leave `state`; none where it cannot have returned what it did. Where `known` is `false`, all
   * states that it may lead to by happening.
   */
  step(state: State, operation: Operation): readonly State[]
  /** Operations on different parts do not concern each other, and are judged apart (which is much faster). Default: one part. */
  part?(operation: Pick<Operation, 'op' | 'input'>): string
}
