// Replays race files of one scenario, one after the other, in this process.

import type { Execution } from '../../core/execution.js'
import { calm } from '../../core/policy.js'
import type { AnyScenario } from '../../core/scenario.js'
import type { Workload } from '../../core/workload.js'
import { plainData } from '../../reporters/index.js'
import { real } from '../../runtimes/node/kernel/real.js'
import { createExecutor } from '../../search/index.js'
import { type RaceFile, type RaceReplay, replayRace } from '../../search/race-files/index.js'
import type { Target, Task } from '../messages.js'
import { send } from './channel.js'
import { type Prepared, prepare } from './prepare.js'
import { problemOf } from './problem.js'

type RacesTask = Extract<Task, { kind: 'races' }>

interface Means {
  readonly target: Target
  readonly signal: AbortSignal
}

/**
 * Tells of each race as soon as it has been replayed. Ends early, and says so, where the calmest schedule goes another way than before: what
 * is left is for a fresh process, so that no result depends on the files before it.
 */
export const replayRaces = async (scenario: AnyScenario, task: RacesTask, means: Means): Promise<void> => {
  const places = new Map<string, Place>()
  for (const [index, race] of task.races.entries()) {
    if (means.signal.aborted) break
    const place = await replayOne(scenario, { race, index, places, task }, means)
    if (place !== null && index < task.races.length - 1 && (await place.isSpoilt())) {
      send({ type: 'spoilt' })
      break
    }
  }
  for (const { prepared } of places.values()) await prepared.close()
}

interface Place {
  readonly prepared: Prepared
  isSpoilt(): Promise<boolean>
}

interface Replaying {
  readonly race: RaceFile
  readonly index: number
  readonly places: Map<string, Place>
  readonly task: RacesTask
}

const replayOne = async (
  scenario: AnyScenario,
  { race, index, places, task }: Replaying,
  { target, signal }: Means,
): Promise<Place | null> => {
  const variant = race.variant ?? (Object.keys(scenario.variants)[0] as string)
  const sinceMs = real.performanceNow()
  try {
    const place = places.get(variant) ?? (await createPlace(scenario, { variant, target, workload: race.workload }))
    places.set(variant, place)
    const { subject, runtime } = place.prepared
    const { schedules } = task
    const asked = schedules === null ? { evenIfItFits: false } : { schedules }
    const result = await replayRace(subject, race, { runtime, signal, ...asked })
    send({ type: 'raced', index, ms: real.performanceNow() - sinceMs, result: inPlain(result) })
    return place
  } catch (error) {
    send({ type: 'not-raced', index, problem: problemOf(error) })
    return null
  }
}

/** What callers saw may be anything, and too much to be told: the rest of the execution is the runtime's own, and never goes with it. */
const inPlain = ({ execution, ...rest }: RaceReplay): RaceReplay => ({
  ...(plainData(rest) as typeof rest),
  execution: { ...execution, history: plainData(execution.history) as Execution['history'] },
})

interface PlaceOptions {
  readonly variant: string
  readonly target: Target
  readonly workload: Workload
}

/** Threads that load the subject afresh keep nothing that could be looked for. */
const createPlace = async (scenario: AnyScenario, { variant, target, workload }: PlaceOptions): Promise<Place> => {
  const prepared = await prepare(scenario, variant, target)
  if (scenario.isolate === 'worker') return { prepared, isSpoilt: async () => false }
  const executor = createExecutor(prepared.subject, prepared.runtime)
  const work = executor.work(workload)
  const calmly = (): Promise<Execution> => executor.run(work, calm, false)
  // Lazy initialisation.
  await calmly()
  const before = await calmly()
  return {
    prepared,
    isSpoilt: async () => !before.stats.nativeUncontrolled && (await calmly()).traceHash !== before.traceHash,
  }
}
