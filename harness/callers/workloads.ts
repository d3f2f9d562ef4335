// Draws workloads with fast-check: its seed and path reproduce, and a failing workload shrinks to the smallest that still fails.
import fc from 'fast-check'
import { HarnessError } from '../core/errors.js'
import type { CallersSpec } from '../core/scenario.js'
import { callerName, type DrawnWorkload, type DrawOptions, type Workload } from '../core/workload.js'
import { type Plan, type PlanBounds, planArbitrary } from './plans.js'

const DEFAULT_COUNT = { min: 2, max: 4 }
const DEFAULT_EACH = { min: 1, max: 3 }

/**
 * Workloads of a scenario. Callers are named in the order in which they start (ann, bob, ...); every operation has a token of its
 * own (`TAG-1`, ...), which it keeps while the workload shrinks. Shrinks to the fewest callers, then the fewest operations, then the
 * smallest draws and the operations named first; `subjectSeed` shrinks to 0. Throws `BAD_OPTION` for ranges that are none.
 */
export const workloads = (spec: CallersSpec): fc.Arbitrary<Workload> => {
  const bounds = checkCallers(spec)
  const names = Object.keys(spec.operations)
  return planArbitrary(bounds).map((plan) => toWorkload(plan, spec, names))
}

/** The ranges that a description of callers comes to. Throws `BAD_OPTION`. */
const checkCallers = ({ operations, count = DEFAULT_COUNT, each = DEFAULT_EACH }: CallersSpec): PlanBounds => {
  const kinds = Object.keys(operations).length
  if (kinds === 0) throw wrong('callers need an operation', 'none', 'operations: { read: (token) => ({ tag: token }) }')
  return { count: range('count', count, 1), each: range('each', each, 0), kinds }
}

const range = (name: string, { min, max }: { readonly min: number; readonly max: number }, least: number) => {
  if (Number.isInteger(min) && Number.isInteger(max) && least <= min && min <= max) return { min, max }
  throw wrong(
    `callers: ${name} is no range`,
    `${min} to ${max}`,
    `whole numbers from ${least} on, the first not above the second`,
  )
}

const wrong = (message: string, found: string, expected: string): HarnessError =>
  new HarnessError('BAD_OPTION', message, { found, expected })

const toWorkload = ({ callers, subjectSeed }: Plan, { operations }: CallersSpec, names: readonly string[]): Workload => ({
  callers: callers.map((plan, i) => ({
    name: callerName(i),
    operations: plan.map(({ kind, draw, tag }) => {
      const op = names[kind] as string
      const token = `TAG-${tag}`
      return { op, token, input: operations[op]?.(token, draw) ?? null }
    }),
  })),
  subjectSeed,
})

/** A workload that failed, as small as it shrinks, and what draws it again. */
export interface DrawnFailure extends DrawnWorkload {
  /** Shrinking steps from the first failing workload to this one. */
  readonly shrinks: number
}

/**
 * Hands out workloads until one does not pass, then smaller ones. `null`: all passed, or the signal came first. Rejects with what
 * `tryOne` rejects with, at once: that is no failure of a workload. The same seed draws the same workloads.
 */
export const drawWorkloads = async (
  spec: CallersSpec,
  { seed, path, runs, signal }: DrawOptions,
  tryOne: (workload: Workload) => Promise<boolean>,
): Promise<DrawnFailure | null> => {
  let broken: { readonly error: unknown } | null = null
  const property = fc.asyncProperty(workloads(spec), async (workload) => {
    // Passing is what makes fast-check stop soonest: nothing more fails, nothing more shrinks.
    if (broken !== null || signal?.aborted === true) return true
    try {
      return await tryOne(workload)
    } catch (error) {
      broken = { error }
      return true
    }
  })
  const result = await fc.check(property, { seed, numRuns: runs, ...(path === undefined ? {} : { path }) })
  if (broken !== null) throw (broken as { readonly error: unknown }).error
  const { counterexample, counterexamplePath, numShrinks } = result
  if (counterexample === null || counterexamplePath === null) return null
  return { workload: counterexample[0], seed: result.seed, path: counterexamplePath, shrinks: numShrinks }
}

/** The first `runs` workloads that `seed` draws. */
export const sampleWorkloads = (spec: CallersSpec, seed: number, runs: number): Workload[] =>
  fc.sample(workloads(spec), { seed, numRuns: runs })
