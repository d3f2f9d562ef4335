// What the child does for each kind of request.

import type { Runtime } from '../../core/runtime.js'
import type { AnyScenario } from '../../core/scenario.js'
import { plainData } from '../../reporters/index.js'
import { type ConfirmFresh, decodeToken, replay, type SearchOptions, search } from '../../search/index.js'
import { strategyByName } from '../../strategies/index.js'
import type { Request, ScenarioFacts, ScenarioFallbacks, SearchSettings, Target, Task } from '../messages.js'
import { confirmInFreshProcess } from '../process/confirm.js'
import { send } from './channel.js'
import { loadScenario } from './load-scenario.js'
import { prepare } from './prepare.js'

/** Throws what the parent is then told. */
export const perform = async (request: Request, signal: AbortSignal): Promise<void> => {
  const scenario = withFallbacks(await loadScenario(request.target), request.fallbacks)
  send({ type: 'scenario', scenario: factsOf(scenario) })
  const { task } = request
  switch (task.kind) {
    case 'describe':
      return
    case 'search':
      return await searchOne(scenario, task, {
        target: request.target,
        signal,
        ...(task.confirm ? { confirmFresh: confirmInFreshProcess(request) } : {}),
      })
    case 'series':
      return await searchMany(scenario, task, { target: request.target, signal })
    case 'replay':
      return await replayOne(scenario, task.token, request.target)
  }
}

const withFallbacks = (scenario: AnyScenario, { limits, ...others }: ScenarioFallbacks = {}): AnyScenario => ({
  ...others,
  ...scenario,
  limits: { ...limits, ...scenario.limits },
})

const factsOf = ({ name, story, variants, expect, races = [] }: AnyScenario): ScenarioFacts => ({
  name,
  story,
  variants: Object.keys(variants),
  expect: expect ?? null,
  races: races.map(({ id }) => id),
})

interface Means {
  readonly target: Target
  readonly signal: AbortSignal
  readonly confirmFresh?: ConfirmFresh
}

const searchOne = async (scenario: AnyScenario, task: Extract<Task, { kind: 'search' }>, means: Means): Promise<void> => {
  const { target, ...others } = means
  const variant = task.variant ?? (Object.keys(scenario.variants)[0] as string)
  send({ type: 'started', variant })
  const { subject, runtime, close } = await prepare(scenario, variant, target)
  const options: SearchOptions = {
    ...optionsOf(task.settings, runtime),
    ...others,
    onProgress: (progress) => send({ type: 'progress', progress }),
  }
  report(await search(subject, options))
  await close()
}

const searchMany = async (scenario: AnyScenario, task: Extract<Task, { kind: 'series' }>, means: Means): Promise<void> => {
  const { target, signal } = means
  const { variant, settings, seeds } = task
  const { subject, runtime, close } = await prepare(scenario, variant, target)
  for (const seed of seeds) {
    if (signal.aborted) break
    report(await search(subject, { ...optionsOf({ ...settings, seed }, runtime), signal, shrinkAtMost: 0 }))
  }
  await close()
}

const optionsOf = ({ strategy, seed, budget, schedules, race }: SearchSettings, runtime: Runtime): SearchOptions => ({
  runtime,
  strategy: strategyByName(strategy),
  seed,
  budget,
  ...(schedules === undefined ? {} : { schedulesPerWorkload: schedules }),
  ...(race === undefined ? {} : { race }),
})

const report = (found: Awaited<ReturnType<typeof search>>): void =>
  send({ type: 'report', report: plainData(found) as typeof found })

const replayOne = async (scenario: AnyScenario, text: string, target: Target): Promise<void> => {
  const token = decodeToken(text)
  const variant = token.variant ?? (Object.keys(scenario.variants)[0] as string)
  const { subject, runtime, close } = await prepare(scenario, variant, target)
  const result = await replay(subject, token, { runtime })
  await close()
  send({ type: 'replayed', variant, result: plainData(result) as typeof result })
}
