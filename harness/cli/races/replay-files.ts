// Replays race files in processes of their own: one for each scenario, and another one where a file ends it.
import type { RaceReplay, StoredRace } from '../../search/race-files/index.js'
import type { Message, Problem, Request, ScenarioFallbacks, Target } from '../messages.js'
import { inParallel } from '../process/in-parallel.js'
import { runTask } from '../process/outcome.js'

export interface RaceOfTarget {
  readonly stored: StoredRace
  /** `null`: it is known already that it cannot be replayed. */
  readonly target: Target | null
  readonly problem: Problem | null
}

/** What came of a file: a result or a problem; neither where somebody interrupted. */
export interface Replayed extends RaceOfTarget {
  readonly result: RaceReplay | null
  readonly ms: number
}

export interface ReplayFilesOptions {
  readonly watchdogMs: number
  readonly fallbacks: ScenarioFallbacks
  /** Processes at the same time. */
  readonly jobs: number
  /** Around each one that does not fail; `null`: the default, and only around those that do not fit any more. */
  readonly schedules: number | null
  readonly signal: AbortSignal
  /** Where the subject's output goes. */
  readonly output: (chunk: Uint8Array) => void
}

/** In the order of `races`. Never rejects: what kept a file from being replayed stands beside it. */
export const replayFiles = async (races: readonly RaceOfTarget[], options: ReplayFilesOptions): Promise<Replayed[]> => {
  const done = new Map<RaceOfTarget, Replayed>()
  const groups = new Map<string, RaceOfTarget[]>()
  for (const race of races) {
    if (race.target === null) continue
    const name = JSON.stringify(race.target)
    groups.set(name, [...(groups.get(name) ?? []), race])
  }
  await inParallel([...groups.values()], { atOnce: options.jobs }, async (group) => {
    for (let left: readonly RaceOfTarget[] = group; left.length > 0 && !options.signal.aborted; ) {
      for (const replayed of await replaySome(left, options)) done.set(replayed.race, replayed)
      left = left.filter((race) => !done.has(race))
    }
  })
  return races.map((race) => done.get(race) ?? { ...race, result: null, ms: 0 })
}

/** As many as one process comes to: at least one. A scenario that cannot be loaded is told once, for all of them. */
const replaySome = async (
  races: readonly RaceOfTarget[],
  options: ReplayFilesOptions,
): Promise<(Replayed & { race: RaceOfTarget })[]> => {
  const { watchdogMs, fallbacks, schedules, signal, output } = options
  const results: (Replayed & { race: RaceOfTarget })[] = []
  let isLoaded = false
  const add = (index: number, rest: Partial<Replayed>): void => {
    const race = races[index] as RaceOfTarget
    results.push({ ...race, result: null, ms: 0, ...rest, race })
  }
  const onMessage = (message: Message): void => {
    if (message.type === 'scenario') isLoaded = true
    if (message.type === 'raced') add(message.index, { result: message.result, ms: message.ms })
    if (message.type === 'not-raced') add(message.index, { problem: message.problem })
  }
  const task = { kind: 'races', races: races.map(({ stored }) => stored.race), schedules } as const
  const request: Request = { target: races[0]?.target as Target, task, parentPid: process.pid, watchdogMs, fallbacks }
  const { problem } = await runTask(request, { onMessage, signal, output })
  if (problem !== null && !isLoaded) return races.map((race) => ({ ...race, problem, result: null, ms: 0, race }))
  if (problem !== null && results.length < races.length) add(results.length, { problem })
  return results
}
