// Schedules as plain data: a prefix is what is to be visited, a visit tells which others there are.
import { calm, followSteps, type Policy } from '../core/policy.js'
import type { Summary } from './strategy.js'

/** A schedule by its deviations, each a step and an index, one after the other; calm beyond them. */
export type Prefix = readonly number[]

export const ROOT: Prefix = []

/** One execution of an enumeration. */
export interface Visit {
  /** Prefixes that it has brought, whether they are to be visited or not. */
  readonly born: number
  /** Choices beyond the prefix: step and number of options, one after the other. Each option but the default one is a new prefix. Absent once these are known. */
  readonly beyond?: readonly number[]
  /** It ended at a limit, or something escaped control. */
  readonly isCutShort?: true
  /** It did not meet each deviation of its prefix. */
  readonly isStray?: true
}

const WIDTH = 2

export const depthOf = (prefix: Prefix): number => prefix.length / WIDTH

export const policyOf = (prefix: Prefix): Policy =>
  prefix.length === 0 ? calm : followSteps(pairsOf(prefix).map(([step, index]) => ({ step, index })))

const pairsOf = (flat: readonly number[]): [number, number][] =>
  Array.from({ length: flat.length / WIDTH }, (_, i) => [flat[i * WIDTH] as number, flat[i * WIDTH + 1] as number])

export const visitOf = (prefix: Prefix, { answers, incomplete }: Pick<Summary, 'answers' | 'incomplete'>): Visit => {
  const from = prefix.at(-WIDTH) ?? -1
  const beyond = answers.filter(({ step }) => step > from).flatMap(({ step, count }) => [step, count])
  const followed = answers.filter(({ index }) => index !== 0).length
  return {
    born: bornBy(beyond),
    beyond,
    ...(incomplete ? { isCutShort: true } : {}),
    ...(followed === depthOf(prefix) ? {} : { isStray: true }),
  }
}

/**
 * A schedule is the set of its deviations, and each set has one parent (itself without its last deviation): none comes twice.
 * `deviationsAtMost`: of a child.
 */
export const childrenOf = (prefix: Prefix, { beyond = [] }: Visit, deviationsAtMost: number | null): Prefix[] => {
  if (depthOf(prefix) >= (deviationsAtMost ?? Number.POSITIVE_INFINITY)) return []
  return pairsOf(beyond).flatMap(([step, count]) => Array.from({ length: count - 1 }, (_, i) => [...prefix, step, i + 1]))
}

const bornBy = (beyond: readonly number[]): number => pairsOf(beyond).reduce((sum, [, count]) => sum + count - 1, 0)
