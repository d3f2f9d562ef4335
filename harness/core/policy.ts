// A policy is data that answers every choice point of one execution. Strategies make policies; the interpreter follows them.

/**
 * A choice that is not the default. It is found again by the stable key of its choice point (`at`, the `nth` time that
 * this key is met, from 1) and of the option taken (`take`). Where `at` is empty, `step` and `index` are followed instead:
 * that is how prefixes and single deviations are written before their keys are known.
 */
export interface Deviation {
  readonly at: string
  readonly nth: number
  readonly step: number
  readonly take: string
  readonly index: number
}

/** "This task was slow": it is not taken while there is another option, until the option `until` has been taken at a choice point. */
export interface Hold {
  readonly hold: string
  readonly until: string | 'last'
}

export type Change = Deviation | Hold

export type Pick =
  | { readonly pick: 'first' }
  /** `stay`: u32 threshold; below it the running actor goes on. 0 is the plain random walk. */
  | { readonly pick: 'uniform'; readonly stay: number }
  /** Highest priority runs; at each of the `changeAt` steps the one that would run falls below all others. */
  | {
      readonly pick: 'priority'
      readonly over: 'lane' | 'option'
      readonly changeAt: readonly number[]
      readonly redrawOnClash: boolean
    }
  /** An actor is drawn in proportion to its weight less the choices already taken by it, at least 1. */
  | { readonly pick: 'weighted'; readonly weights: Readonly<Record<string, number>> }

export type Policy = { readonly seed: number; readonly deviations: readonly Change[] } & Pick

export const isHold = (change: Change): change is Hold => 'hold' in change

/** The calmest policy: option 0 everywhere, which is what the real system would do by default. */
export const calm: Policy = { seed: 0, deviations: [], pick: 'first' }

/** Follows `indices` from the first choice point on, then the default: the prefixes of an exhaustive search. */
export const followSteps = (choices: readonly { readonly step: number; readonly index: number }[]): Policy => ({
  ...calm,
  deviations: choices.map(({ step, index }) => ({ at: '', nth: 0, step, take: '', index })),
})

/** Follows exactly these changes and is calm elsewhere: replay, and every candidate of the shrinker. */
export const follow = (deviations: readonly Change[]): Policy => ({ ...calm, deviations })
