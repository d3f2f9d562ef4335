// A race body as the search takes it: one workload, the assertions of the body, and the oracles that fit any code.
import { type World, worldBody } from '../callers/world.js'
import { callsOf } from '../core/history.js'
import { mix } from '../core/random.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import type { Workload } from '../core/workload.js'
import { endOracles, noLeaks, ownResponse } from '../oracles/index.js'
import { fixedWorkload, type SearchSubject } from '../search/index.js'
import type { RaceOptions } from './race-settings.js'

export type RaceBody = (world: World) => unknown

const SUBJECT_SEED = 7

/** Of the subject's own random streams: one for all schedules and values, so that no difference between them is one of its data. */
export const subjectSeedOf = (seed: number): number => mix(seed, 0, SUBJECT_SEED)

/** `id`: names the test in its tokens. */
export const raceSubject = (
  id: string,
  body: RaceBody,
  { options, seed }: { readonly options: RaceOptions; readonly seed: number },
): SearchSubject => {
  const { limits, native, faults, reset, oracles = [whereRecorded(ownResponse()), ...endOracles(), noLeaks()] } = options
  const workload: Workload = { callers: [], subjectSeed: subjectSeedOf(seed) }
  return {
    id,
    bodyFor: () => worldBody(body),
    oracles,
    workloads: fixedWorkload(workload),
    recordsOperations: false,
    ...(limits === undefined ? {} : { limits }),
    ...(native === undefined ? {} : { native }),
    ...(faults === undefined ? {} : { faults }),
    ...(reset === undefined ? {} : { reset }),
  }
}

/** A body that records no operation judges by its own assertions: that is no reason to know nothing. */
const whereRecorded = (oracle: Oracle): Oracle => {
  const nothing: Verdict = { oracle: oracle.name, outcome: 'pass', message: `${oracle.name}: nothing to judge` }
  return {
    name: oracle.name,
    judge: (execution) => (callsOf(execution.history).length === 0 ? nothing : oracle.judge(execution)),
  }
}
