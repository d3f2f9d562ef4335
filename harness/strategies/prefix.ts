// Schedules as plain data: a prefix is what is to be visited, a visit tells which others there are.
import { calm, followSteps, type Policy } from '../core/policy.js'
import type { Summary } from './strategy.js'

/** A schedule by its deviations, calm beyond them: the last one, and those before it, which it shares with others. */
export interface Prefix {
  /** `null`: it is the calm schedule. */
  readonly parent: Prefix | null
  readonly step: number
  readonly index: number
}

/** A prefix as it is handed on: its deviations, each a step and an index, one after the other. */
export type FlatPrefix = readonly number[]

export const ROOT: Prefix = { parent: null, step: -1, index: 0 }

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

export const flat = (prefix: Prefix): FlatPrefix => {
  const deviations: number[] = []
  for (let at = prefix; at.parent !== null; at = at.parent) deviations.push(at.index, at.step)
  return deviations.reverse()
}

export const policyOf = (prefix: FlatPrefix): Policy =>
  prefix.length === 0 ? calm : followSteps(pairsOf(prefix).map(([step, index]) => ({ step, index })))

const pairsOf = (numbers: readonly number[]): [number, number][] =>
  Array.from({ length: numbers.length / WIDTH }, (_, i) => [numbers[i * WIDTH] as number, numbers[i * WIDTH + 1] as number])

export const visitOf = (prefix: FlatPrefix, { answers, incomplete }: Pick<Summary, 'answers' | 'incomplete'>): Visit => {
  const from = prefix.at(-WIDTH) ?? -1
  const beyond = answers.filter(({ step }) => step > from).flatMap(({ step, count }) => [step, count])
  const followed = answers.filter(({ index }) => index !== 0).length
  return {
    born: bornBy(beyond),
    beyond,
    ...(incomplete ? { isCutShort: true } : {}),
    ...(followed === prefix.length / WIDTH ? {} : { isStray: true }),
  }
}

/** A schedule is the set of its deviations, and each set has one parent (itself without its last deviation): none comes twice. */
export const childrenOf = (parent: Prefix, { beyond = [] }: Visit): Prefix[] =>
  pairsOf(beyond).flatMap(([step, count]) => Array.from({ length: count - 1 }, (_, i) => ({ parent, step, index: i + 1 })))

const bornBy = (beyond: readonly number[]): number => pairsOf(beyond).reduce((sum, [, count]) => sum + count - 1, 0)
