// Whether what a search around a race file has found is the file's own race: two races may fail in one way, and only one of them be known.
import { follow } from '../../core/policy.js'
import type { Verdict } from '../../core/verdict.js'
import type { Work } from '../executor.js'
import { explain } from '../explain/explain.js'
import { shrinkSchedule } from '../shrink/shrink-schedule.js'
import { createAttempts, type Laboratory } from '../shrink/trial.js'
import { createTarget } from '../target.js'
import { explanationOf, type RaceFile } from './race-file.js'
import { linesOf } from './same-race.js'

/** Executions that making what was found small may take. */
const SHRINK_AT_MOST = 200

export interface FoundNearby extends Pick<Laboratory, 'executor' | 'judge'> {
  readonly work: Work
  readonly verdict: Verdict
  readonly execution: Parameters<typeof shrinkSchedule>[0]
  readonly race: Pick<RaceFile, 'explanation'>
  readonly signal?: AbortSignal | undefined
}

/**
 * By the two lines that decide, made small and explained as it was when the file was written. Where the file names none, it is where none
 * are found. In doubt it is another one: a race that is told twice is seen, one that passes for another is not. About 700 executions
 * at most.
 */
export const isOwnRace = async ({ executor, judge, work, verdict, execution, race, signal }: FoundNearby): Promise<boolean> => {
  const laboratory = { executor, judge }
  const target = createTarget(verdict, null, () => null)
  const attempts = createAttempts(laboratory, { target, atMost: SHRINK_AT_MOST, signal })
  const changes = await shrinkSchedule(execution, attempts.on(work))
  if (changes === null || signal?.aborted === true) return false
  const policy = follow(changes)
  const small = await executor.run(work, policy, true)
  if (target.find(judge.notPassing(small), small) === undefined) return false
  const { explanation } = await explain(laboratory, { work, target, policy, execution: small, signal })
  // What is known of a line is what stands on it: where it lies is of no account.
  const here = { folder: process.cwd(), cwd: process.cwd() }
  return linesOf(explanationOf(explanation, here)) === linesOf(race.explanation ?? null)
}
