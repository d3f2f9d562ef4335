// One process's part in a search: it explores shares, and makes small what it has found. Who does which share is decided elsewhere.
import type { Counterexample } from '../core/report.js'
import type { Account } from './account.js'
import { type Canary, createCanary } from './canary.js'
import { createExecutor, type Executor } from './executor.js'
import type { Finding } from './finding.js'
import { createFirstLook, type FirstLook } from './first-look.js'
import { makeDistinct } from './make-distinct.js'
import { makeSmall } from './make-small.js'
import { DEFAULT_SCHEDULES, type HuntOptions } from './options.js'
import { exploreShare } from './running-share.js'
import type { Share } from './share.js'
import type { SearchSubject } from './subject.js'
import { createJudge, type Judge } from './verdicts.js'
import { createWanted, type Wanted } from './wanted.js'

/** What a process keeps from one share to the next. */
export interface Ground {
  readonly subject: SearchSubject
  readonly options: HuntOptions
  readonly executor: Executor
  readonly judge: Judge
  readonly wanted: Wanted
  readonly canary: Canary
  readonly firstLook: FirstLook
  /** Schedules of one workload. */
  readonly schedules: number
}

export interface During {
  /** Asked before each execution but the first of the share. */
  mayGoOn(): boolean
  /** Milliseconds since the search began. */
  elapsedMs(): number
  /** Told of each execution: how many of the share there were, and how many of them distinct. */
  readonly seen?: ((executions: number, distinct: number) => void) | undefined
  /**
   * Something that ends the share was found: is it what the search has found, or may a lower share still find something? Resolves once
   * that is known. Then the finding is made small.
   */
  isFinal(account: Account): Promise<boolean>
}

export interface Explored {
  readonly account: Account
  /**
   * Of what was found, then of a failure of another kind that was met on the way; empty where nothing was found, where it is not
   * final, and where the search goes on.
   */
  readonly counterexamples: readonly Counterexample[]
}

export interface Hunt {
  /** Rejects with a `HarnessError` where nothing can be said: see `search`. */
  explore(share: Share, during: During): Promise<Explored>
  /** The counterexample of a finding that was not made small where it was found. */
  counterexample(finding: Finding): Promise<Counterexample>
  /** Of failures of one kind that a search has kept which goes on: one for each race that they show. */
  distinct(findings: readonly Finding[]): Promise<readonly Counterexample[]>
}

/** Throws `BAD_OPTION` for a race that the subject does not list. */
export const createHunt = (subject: SearchSubject, options: HuntOptions): Hunt => {
  const { schedulesPerWorkload = DEFAULT_SCHEDULES, canaryEvery = 1000 } = options
  const executor = createExecutor(subject, options.runtime)
  const judge = createJudge(subject.oracles)
  const ground: Ground = {
    subject,
    options,
    executor,
    judge,
    wanted: createWanted({ expect: subject.expect, races: subject.races, race: options.race }),
    canary: createCanary(executor, canaryEvery),
    firstLook: createFirstLook({ executor, judge }),
    schedules: subject.workloads.single ? Number.POSITIVE_INFINITY : schedulesPerWorkload,
  }
  return {
    explore: (share, during) => exploreShare(ground, share, during),
    counterexample: (finding) => makeSmall(ground, finding),
    distinct: (findings) => makeDistinct(ground, findings),
  }
}
