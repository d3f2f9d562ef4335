// What the child does for each kind of request.

import { type ErrorHelp, HarnessError } from '../../core/errors.js'
import type { AnyScenario } from '../../core/scenario.js'
import { plainData } from '../../reporters/index.js'
import type { Watchdog } from '../../runtimes/node/watchdog/watchdog.js'
import {
  type ConfirmFresh,
  createHunt,
  decodeToken,
  factsOf,
  type HuntOptions,
  replay,
  type SearchOptions,
  search,
} from '../../search/index.js'
import { strategyByName } from '../../strategies/index.js'
import type { Request, ScenarioFacts, ScenarioFallbacks, SearchSettings, Target, Task } from '../messages.js'
import { confirmInFreshProcess } from '../process/confirm.js'
import { isPython } from '../targets.js'
import { send } from './channel.js'
import { loadScenario } from './load-scenario.js'
import { createOrders } from './orders.js'
import { type Prepared, prepare } from './prepare.js'
import { replayRaces } from './replay-races.js'
import { reply, serveOrders } from './serve-orders.js'
import { underDebugger } from './under-debugger.js'

export interface Surroundings {
  readonly signal: AbortSignal
  readonly watchdog: Watchdog
}

/** Throws what the parent is then told. */
export const perform = async (request: Request, { signal, watchdog }: Surroundings): Promise<void> => {
  const scenario = withFallbacks(await scenarioOf(request), request.fallbacks)
  send({ type: 'scenario', scenario: describe(scenario) })
  const { task } = request
  switch (task.kind) {
    case 'describe':
      return
    case 'search':
      return await exploreShares(scenario, task, {
        target: request.target,
        signal,
        watchdog,
        confirmFresh: confirmInFreshProcess(request),
      })
    case 'series':
      return await searchMany(scenario, task, { target: request.target, signal })
    case 'replay':
      return await replayOne(scenario, task, request.target)
    case 'races':
      return await replayRaces(scenario, task, { target: request.target, signal })
  }
}

const scenarioOf = async ({ target, watchdogMs }: Request): Promise<AnyScenario> => {
  if (!isPython(target)) return loadScenario(target)
  const { pythonHost } = await import('./python/python-host.js')
  return (await pythonHost(target, watchdogMs)).scenario
}

const withFallbacks = (scenario: AnyScenario, { limits, ...others }: ScenarioFallbacks = {}): AnyScenario => ({
  ...others,
  ...scenario,
  limits: { ...limits, ...scenario.limits },
})

const describe = ({ name, story, variants, expect, races = [] }: AnyScenario): ScenarioFacts => ({
  name,
  story,
  variants: Object.keys(variants),
  expect: expect ?? null,
  races: races.map(({ id }) => id),
})

interface Means {
  readonly target: Target
  readonly signal: AbortSignal
}

interface SearchMeans extends Means {
  readonly watchdog: Watchdog
  readonly confirmFresh: ConfirmFresh
}

const exploreShares = async (
  scenario: AnyScenario,
  task: Extract<Task, { kind: 'search' }>,
  { target, signal, watchdog, confirmFresh }: SearchMeans,
): Promise<void> => {
  const variant = task.variant ?? (Object.keys(scenario.variants)[0] as string)
  send({ type: 'started', variant })
  const prepared = await prepare(scenario, variant, target)
  const { subject, runtime, close } = prepared
  const hunt = createHunt(subject, { ...optionsOf(task.settings, prepared), signal, confirmFresh })
  reply({ type: 'ready', facts: factsOf(subject), runtime: runtime.name })
  await serveOrders(hunt, createOrders(watchdog))
  await close()
}

const searchMany = async (scenario: AnyScenario, task: Extract<Task, { kind: 'series' }>, means: Means): Promise<void> => {
  const { target, signal } = means
  const { variant, settings, seeds } = task
  const prepared = await prepare(scenario, variant, target)
  const { subject, close } = prepared
  for (const seed of seeds) {
    if (signal.aborted) break
    const options: SearchOptions = {
      ...optionsOf({ ...settings, seed }, prepared),
      budget: settings.budget,
      signal,
      explains: false,
    }
    report(await search(subject, options))
  }
  await close()
}

const optionsOf = (
  { strategy, seed, schedules, race, explains, keepGoing, shrinkBudget }: SearchSettings,
  { runtime, portfolio }: Prepared,
): HuntOptions => ({
  runtime,
  strategy: strategy === 'portfolio' && portfolio !== undefined ? portfolio : strategyByName(strategy),
  seed,
  ...(schedules === undefined ? {} : { schedulesPerWorkload: schedules }),
  ...(race === undefined ? {} : { race }),
  ...(keepGoing === undefined ? {} : { keepGoing }),
  ...(explains === undefined ? {} : { explains }),
  ...(shrinkBudget === undefined ? {} : { shrinkAtMost: shrinkBudget }),
})

const report = (found: Awaited<ReturnType<typeof search>>): void =>
  send({ type: 'report', report: plainData(found) as typeof found })

const replayOne = async (scenario: AnyScenario, task: Extract<Task, { kind: 'replay' }>, target: Target): Promise<void> => {
  const { explains = false, inspects = false } = task
  if (inspects && (isPython(target) || scenario.python !== undefined)) throw outOfReach(scenario.name, IN_PYTHON)
  if (inspects && scenario.isolate === 'worker') throw outOfReach(scenario.name, IN_A_THREAD)
  const token = decodeToken(task.token)
  const variant = token.variant ?? (Object.keys(scenario.variants)[0] as string)
  const { subject, runtime, close } = await prepare(scenario, variant, target)
  const result = await replay(subject, token, {
    runtime: inspects ? underDebugger(runtime) : runtime,
    explains: explains && !inspects,
  })
  await close()
  send({ type: 'replayed', variant, result: plainData(result) as typeof result })
}

const IN_A_THREAD = {
  found: "isolate: 'worker': the subject runs in a thread of its own, where the debugger is not",
  remedy: "replay without --inspect, or set isolate to 'none' meanwhile",
}
const IN_PYTHON = {
  found: 'a subject in Python, where a debugger of Node sees nothing',
  remedy: 'replay without --inspect',
}

const outOfReach = (scenario: string, help: ErrorHelp): HarnessError =>
  new HarnessError('BAD_OPTION', `--inspect does not stop in ${scenario}`, help)
