// From a finding to its counterexample, wherever it was found: the workload is drawn again, so that it shrinks as fast-check shrinks it.
import { isHarnessError } from '../core/errors.js'
import type { Counterexample } from '../core/report.js'
import type { DrawnWorkload } from '../core/workload.js'
import { createCounterexample } from './counterexample.js'
import type { Finding } from './finding.js'
import type { Ground } from './hunt.js'
import { DEFAULT_SHRINK_AT_MOST } from './options.js'
import { createShrinking, type Shrinking } from './shrinking.js'
import { sameFailure } from './verdicts.js'

/** Rejects where the failure cannot be had again: see `confirm.ts`. */
export const makeSmall = async (ground: Ground, finding: Finding): Promise<Counterexample> => {
  const shrinking = createShrinking(ground, finding)
  await ground.firstLook.doubt(shrinking.failure.target)
  return createCounterexample(ground, shrinking.facts(await drawAgain(ground, finding, shrinking)))
}

const drawAgain = async (
  { subject: { workloads } }: Ground,
  { drawn, workload }: Finding,
  shrinking: Shrinking,
): Promise<DrawnWorkload | null> => {
  if (drawn === undefined) return null
  const asFound = JSON.stringify(workload)
  let tried = 0
  return workloads.draw({ ...drawn, runs: 1 }, async (candidate) => {
    // Should it be another one by now, it passes: then there are no smaller ones.
    if (tried++ === 0) return JSON.stringify(candidate) !== asFound
    return shrinking.over || !(await shrinking.fails(candidate))
  })
}

/** A second one is not what was looked for: it may take that part of the allowance. */
const PART = 4

/**
 * A failure of another kind that was met while one was made small: it was not followed, and has a counterexample of its own. `null`
 * where there was none, where one race alone is looked for, where `first` shows it too, or where it cannot be had again.
 */
export const secondOf = async (ground: Ground, shrinking: Shrinking, first: Counterexample): Promise<Counterexample | null> => {
  const { other } = shrinking
  const { race, signal, shrinkAtMost = DEFAULT_SHRINK_AT_MOST } = ground.options
  if (other === null || race !== undefined || signal?.aborted === true) return null
  if (sameFailure(other.verdict, first.verdicts) !== undefined) return null
  const options = { ...ground.options, shrinkAtMost: Math.floor(shrinkAtMost / PART) }
  try {
    return await createCounterexample(ground, createShrinking({ ...ground, options }, other).facts(null))
  } catch (error) {
    if (isHarnessError(error)) return null
    throw error
  }
}
