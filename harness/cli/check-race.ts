// Whether there is the race that a run is to look for: said once and before the search, not by each variant for itself.
import { HarnessError } from '../core/errors.js'
import type { Message, ScenarioFacts, Target } from './messages.js'
import { inParallel } from './process/in-parallel.js'
import { runTask } from './process/outcome.js'

export interface RaceOptions {
  /** The scenarios were named: each of them must list the race. Else those that list it are meant. */
  readonly named: boolean
  /** Processes at the same time. */
  readonly jobs: number
  readonly watchdogMs: number
  readonly signal: AbortSignal
}

/** The scenarios that list the race, and those that cannot say: their search tells why. Throws `BAD_OPTION`. */
export const targetsWithRace = async (targets: readonly Target[], race: string, options: RaceOptions): Promise<Target[]> => {
  const all = await inParallel(targets, { atOnce: options.jobs }, async (target) => ({
    target,
    facts: await factsOf(target, options),
  }))
  const lists = ({ facts }: { facts: ScenarioFacts | null }): boolean => facts === null || facts.races.includes(race)
  const without = all.filter((each) => !lists(each))
  if (without.length > 0 && (options.named || without.length === all.length)) {
    const facts = without.flatMap(({ facts }) => facts ?? [])
    throw new HarnessError('BAD_OPTION', `no race \`${race}\` is listed by ${facts.map(({ name }) => name).join(', ')}`, {
      expected: [...new Set(facts.flatMap(({ races }) => races))].join(', ') || 'they list none: leave out --race',
    })
  }
  return all.filter(lists).map(({ target }) => target)
}

/** Asked in a process of its own, since a file of a user's is loaded for it; `null` where that fails. */
const factsOf = async (target: Target, { watchdogMs, signal }: RaceOptions): Promise<ScenarioFacts | null> => {
  let facts: ScenarioFacts | null = null
  const onMessage = (message: Message) => void (message.type === 'scenario' && (facts = message.scenario))
  await runTask({ target, task: { kind: 'describe' }, parentPid: process.pid, watchdogMs }, { onMessage, signal })
  return facts
}
