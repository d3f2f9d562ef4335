// A property as the search takes it: each execution runs the predicate once, with fast-check's own hooks around it, on a fresh value.
import fc from 'fast-check'
import { type World, worldBody } from '../../callers/world.js'
import { HarnessError } from '../../core/errors.js'
import type { Oracle, Verdict } from '../../core/verdict.js'
import type { Workload } from '../../core/workload.js'
import type { SearchSubject } from '../../search/index.js'
import type { RaceOptions } from '../race-settings.js'
import { raceSubject, subjectSeedOf } from '../race-subject.js'
import { enterWorld } from './current-world.js'
import type { GivenValue } from './given-value.js'
import { timeLimitInside } from './time-limits.js'
import { createValues, type Values } from './values.js'

/** What fast-check's runner makes of one execution of a predicate: `null` where it passes. */
export type Outcome = fc.PreconditionFailure | fc.PropertyFailure | null
/** Asynchronous, and never rejects. */
export type Predicate = (value: never) => Promise<Outcome> | Outcome

/** One generated value with the predicate that is run on it. */
export interface Given {
  readonly value: GivenValue
  readonly predicate: Predicate
  /** Of the last execution: a precondition (`fc.pre`) did not hold. */
  skipped: fc.PreconditionFailure | null
  /** A precondition held in some execution. */
  counted: boolean
}

export interface PropertySubject {
  readonly subject: SearchSubject
  readonly values: Values
  /** The workload that stands for a value. */
  workloadOf(given: Given): Workload
  /** Has `workload`, which came from a token, stand for a value. */
  give(workload: Workload, given: Given): void
}

export const given = (value: GivenValue, predicate: Predicate): Given => ({ value, predicate, skipped: null, counted: false })

export const propertySubject = (id: string, options: RaceOptions, seed: number): PropertySubject => {
  const all = new WeakMap<Workload, Given>()
  const givenIn = (workload: Workload): Given => {
    const known = all.get(workload)
    if (known === undefined) throw new HarnessError('INTERNAL', 'a workload of a property has lost its value')
    return known
  }
  let running: Given | null = null
  const bodyOf = (given: Given) => (world: World) => {
    enterWorld(world)
    running = given
    return attempt(given)
  }
  const values = createValues((workload) => givenIn(workload).value.seed)
  const plain = raceSubject(id, () => {}, { options, seed })
  // Nothing is judged in an execution that fast-check does not count.
  const unlessSkipped = (oracle: Oracle): Oracle => ({
    name: oracle.name,
    judge: (execution) => (running !== null && running.skipped !== null ? notJudged(oracle.name) : oracle.judge(execution)),
  })
  const subjectSeed = subjectSeedOf(seed)
  return {
    values,
    subject: {
      ...plain,
      workloads: values.source,
      oracles: plain.oracles.map(unlessSkipped),
      bodyFor: (workload) => worldBody(bodyOf(givenIn(workload))),
    },
    workloadOf(given) {
      const workload = { callers: [], subjectSeed, value: given.value.written }
      all.set(workload, given)
      return workload
    },
    give: (workload, given) => void all.set(workload, given),
  }
}

const notJudged = (oracle: string): Verdict => ({ oracle, outcome: 'pass', message: 'a precondition does not hold' })

const attempt = async (given: Given): Promise<void> => {
  given.skipped = null
  const outcome = await given.predicate(given.value.fresh() as never)
  if (outcome === null) {
    given.counted = true
    return
  }
  if (!fc.PreconditionFailure.isFailure(outcome)) {
    given.counted = true
    throw outcome.error
  }
  if (outcome.interruptExecution) throw timeLimitInside('an interrupted execution')
  given.skipped = outcome
}
