// `crosswire/fast-check`: a plugin that explores each generated value of an asynchronous property under many schedules.
import '../register.js'
import { resolve } from 'node:path'
import type { PluginInstance, UniversalPlugin } from 'fast-check'
import { placeIn } from '../runtimes/node/kernel/frames.js'
import { tokenFor } from './explore-race.js'
import type { Assessment } from './fast-check/assessment.js'
import { exploreProperty } from './fast-check/exploration.js'
import { onlyAsynchronous } from './fast-check/only-asynchronous.js'
import { assertPlugins } from './fast-check/plugins.js'
import type { PropertyOptions } from './fast-check/property-settings.js'
import type { Predicate } from './fast-check/property-subject.js'
import { replayProperty } from './fast-check/replay.js'
import { whereAsserted } from './fast-check/where.js'

export type { World } from '../callers/world.js'
export { currentWorld as world } from './fast-check/current-world.js'
export type { PropertyOptions }

/**
 * `fc.assert(fc.asyncProperty(...), { plugins: [race({ schedules: 30 })] })`: each generated value is explored under `schedules`
 * schedules, each a fresh execution of the predicate with fast-check's own hooks around it, judged by its assertions and by the
 * default oracles (`oracles` replaces them). A value fails where one of its schedules does: fast-check then shrinks it as ever, with its own
 * seed, path and examples, and at the end the schedule is shrunk on the smallest value. The failure is the `cause` of fast-check's
 * error, with the timeline and the line that replays it. A property of which nothing can be said fails too.
 *
 * Race files of the test lie in `__races__` beside it: they are replayed before the first value, and one that fails ends the assertion with
 * its timeline; what is found is written there with `CROSSWIRE_SAVE=1`.
 *
 * Whether a value fails is a matter of the value, `schedules` and `seed` (default 0) alone, so that seed and path of fast-check repeat it.
 * Plugins before this one are around all schedules of a value, in real time; those after it are inside each execution.
 *
 * `fc.assert` rejects with a `HarnessError` for a synchronous property (`BAD_OPTION`), and for whatever a runtime refuses by name. Throws
 * `PACKAGE_MISSING` where fast-check is older than 4.10.
 */
export const race = (options: PropertyOptions = {}): UniversalPlugin => {
  const declaredAt = new Error('race').stack ?? ''
  const calledIn = fileIn(declaredAt)
  assertPlugins(calledIn)
  return <Ts>(): PluginInstance<Ts> => {
    const { run, complete } = onlyAsynchronous(assess(options, { declaredAt, calledIn }))
    return {
      decorateRun: (predicate) => ((value: Ts) => run(predicate as Predicate, value)) as typeof predicate,
      onAllRunsComplete: complete,
    }
  }
}

const fileIn = (stack: string): string | null => {
  const file = placeIn(stack)?.replace(/:\d+$/, '')
  return file === undefined ? null : resolve(file)
}

interface Called {
  readonly declaredAt: string
  readonly calledIn: string | null
}

const assess = (options: PropertyOptions, { declaredAt, calledIn }: Called): Assessment => {
  const where = whereAsserted(options.name, calledIn)
  const asserted = { options, where, declaredAt }
  const token = tokenFor(where.id, process.env)
  return token === null ? exploreProperty(asserted) : replayProperty(token, asserted)
}
