// What the child does for each kind of request.

import type { AnyScenario } from '../../core/scenario.js'
import { plainData } from '../../reporters/index.js'
import { createNodeRuntime } from '../../runtimes/node/index.js'
import { type ConfirmFresh, decodeToken, replay, type SearchOptions, search } from '../../search/index.js'
import { strategyByName } from '../../strategies/index.js'
import type { Request, ScenarioFacts, SearchSettings, Task } from '../messages.js'
import { confirmInFreshProcess } from '../process/confirm.js'
import { send } from './channel.js'
import { loadScenario } from './load-scenario.js'
import { scenarioSubject } from './scenario-subject.js'

/** Throws what the parent is then told. */
export const perform = async (request: Request, signal: AbortSignal): Promise<void> => {
  const scenario = await loadScenario(request.target)
  send({ type: 'scenario', scenario: factsOf(scenario) })
  const { task } = request
  switch (task.kind) {
    case 'describe':
      return
    case 'search':
      return await searchOne(scenario, task, {
        signal,
        ...(task.confirm ? { confirmFresh: confirmInFreshProcess(request) } : {}),
      })
    case 'series':
      return await searchMany(scenario, task, signal)
    case 'replay':
      return await replayOne(scenario, task.token)
  }
}

const factsOf = ({ name, story, variants, expect }: AnyScenario): ScenarioFacts => ({
  name,
  story,
  variants: Object.keys(variants),
  expect: expect ?? null,
})

interface Means {
  readonly signal: AbortSignal
  readonly confirmFresh?: ConfirmFresh
}

const searchOne = async (scenario: AnyScenario, task: Extract<Task, { kind: 'search' }>, means: Means): Promise<void> => {
  const variant = task.variant ?? (Object.keys(scenario.variants)[0] as string)
  send({ type: 'started', variant })
  const subject = await scenarioSubject(scenario, variant)
  const options: SearchOptions = {
    ...optionsOf(task.settings),
    ...means,
    onProgress: (progress) => send({ type: 'progress', progress }),
  }
  report(await search(subject, options))
}

const searchMany = async (scenario: AnyScenario, task: Extract<Task, { kind: 'series' }>, signal: AbortSignal): Promise<void> => {
  const { variant, settings, seeds } = task
  const subject = await scenarioSubject(scenario, variant)
  for (const seed of seeds) {
    if (signal.aborted) return
    report(await search(subject, { ...optionsOf({ ...settings, seed }), signal, shrinkAtMost: 0 }))
  }
}

const optionsOf = ({ strategy, seed, budget, race }: SearchSettings): SearchOptions => ({
  runtime: createNodeRuntime(),
  strategy: strategyByName(strategy),
  seed,
  budget,
  ...(race === undefined ? {} : { race }),
})

const report = (found: Awaited<ReturnType<typeof search>>): void =>
  send({ type: 'report', report: plainData(found) as typeof found })

const replayOne = async (scenario: AnyScenario, text: string): Promise<void> => {
  const token = decodeToken(text)
  const variant = token.variant ?? (Object.keys(scenario.variants)[0] as string)
  const result = await replay(await scenarioSubject(scenario, variant), token, { runtime: createNodeRuntime() })
  send({ type: 'replayed', variant, result: plainData(result) as typeof result })
}
