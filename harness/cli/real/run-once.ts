// One run in the real world: the dispatcher in a process of its own, the callers here, and the verdict of the scenario's oracles.
import { scenarioBody } from '../../callers/run-workload.js'
import type { EventFacts, HistoryEvent } from '../../core/history.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../core/limits.js'
import { calm } from '../../core/policy.js'
import type { Body, ExecutionSettings } from '../../core/runtime.js'
import type { AnyScenario } from '../../core/scenario.js'
import { placeIn } from '../../runtimes/node/kernel/frames.js'
import { monotonicMs } from '../../runtimes/real/monotonic.js'
import { createRealRuntime } from '../../runtimes/real/real-runtime.js'
import type { SpawnedDispatcher } from '../../runtimes/real/spawn-dispatcher.js'
import { loadVariant } from '../child/load-variant.js'
import { send } from './channel.js'
import { createHoldLink } from './hold-link.js'
import { judged } from './judged.js'
import type { Ran } from './messages.js'
import { peerOf, type RunOf, startDispatcher, withDispatcher } from './run-dispatcher.js'

/**
 * Settles when the run is over, its dispatcher gone, and everything that it left is counted. Rejects with `DISPATCHER_DIED` where the
 * dispatcher ended unasked, with what the dispatcher refuses, and with what keeps the variant from being loaded.
 */
export const runOnce = async (scenario: AnyScenario, run: RunOf): Promise<Ran> => {
  const { variant, task } = run
  const overrides = scenario.overrides?.[variant] ?? {}
  const zeroMs = monotonicMs()
  const hears: ((event: HistoryEvent) => void)[] = []
  const [loaded, dispatcher] = await Promise.all([
    loadVariant(scenario, variant),
    startDispatcher(overrides.dispatcher ?? scenario.dispatcher, run, {
      zeroMs,
      onEvent: (event) => {
        for (const hear of hears) hear(event)
      },
    }),
  ])
  const notes: string[] = []
  const link = createHoldLink(dispatcher, task.hold)
  const runtime = createRealRuntime({
    ...task.place,
    mark: task.mark,
    patienceMs: task.patienceMs,
    zeroMs,
    placeIn,
    onEvent: (event) => {
      link.see(event)
      send({ type: 'event', event: plainEvent(event) })
    },
    onTimer: link.seeTimer,
    onNote: (text) => void notes.push(text),
    ...(dispatcher === null ? {} : { peer: peerOf(dispatcher) }),
  })
  hears.push(runtime.hear)
  const bodyFor = scenarioBody(scenario, loaded, overrides, {
    ...(dispatcher === null ? {} : { dispatcherAt: dispatcher.address }),
    dispatcherEvents: (hear: (event: EventFacts) => void) => void hears.push(hear),
  })
  send({ type: 'begun' })
  const execution = await runtime.execute(whole(bodyFor(task.workload), dispatcher), settingsOf(run))
  return { ...judged(scenario, { variant, execution, order: dispatcher?.holdSummary() ?? null }), notes }
}

const whole = (body: Body, dispatcher: SpawnedDispatcher | null): Body =>
  dispatcher === null ? body : withDispatcher(body, dispatcher)

/** The world draws delays and faults from the seed; there is no policy, and no bound but patience. */
const settingsOf = ({ task: { seed, workload } }: RunOf): ExecutionSettings => ({
  policy: { ...calm, seed },
  subjectSeed: workload.subjectSeed,
  limits: DEFAULT_LIMITS,
  model: DEFAULT_MODEL,
  record: false,
  native: 'allow',
  faults: [],
})

/** Data of the subject's that does not matter while the run goes on, and may not travel. */
const plainEvent = ({ input: _, output: __, ...event }: HistoryEvent): HistoryEvent => event
