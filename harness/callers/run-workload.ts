// Runs a workload against a scenario's subject, as the body of one execution: dispatcher, subject, callers, a look at it, close.
import { deserialize, serialize } from 'node:v8'
import type { DispatcherAddress } from '../core/dispatcher-spec.js'
import { HarnessError, isHarnessError } from '../core/errors.js'
import { type EventFacts, MAIN } from '../core/history.js'
import type { Body, Controls } from '../core/runtime.js'
import type { AnyOverrides, AnyScenario, Surroundings } from '../core/scenario.js'
import type { CallerPlan, Operation, Workload } from '../core/workload.js'
import { createOpenCalls, type OpenCalls } from './open-calls.js'
import { watchSilences } from './silences.js'
import { startDispatcher } from './start-dispatcher.js'

export interface ScenarioBodyOptions {
  /** A dispatcher that runs already, as a process of its own: none is started. */
  readonly dispatcherAt?: DispatcherAddress
  /** Takes a listener for what that dispatcher does, which is recorded already. Default: nobody hears of injected silences. */
  readonly dispatcherEvents?: (hear: (event: EventFacts) => void) => void
}

/**
 * Makes bodies for one variant. A body resets, starts the dispatcher, opens the subject as `main`, runs all callers at the same
 * time, each as its own actor and its operations one after the other, then observes and closes the subject; the dispatcher goes with
 * the execution.
 * Every operation is recorded; one that rejects is that caller's failure, who goes on with the next. One that an injected silence
 * has swallowed ends as `info` once nothing else can move, and its caller does no more. The body rejects where the subject cannot
 * be opened or closed, and with a `HarnessError` where the scenario itself is at fault.
 */
export const scenarioBody =
  (
    scenario: AnyScenario,
    variant: unknown,
    overrides: AnyOverrides = {},
    { dispatcherAt, dispatcherEvents }: ScenarioBodyOptions = {},
  ): ((workload: Workload) => Body) =>
  (workload) =>
  async (controls) => {
    scenario.reset?.()
    const spec = overrides.dispatcher ?? scenario.dispatcher
    const silences = watchSilences(controls)
    const calls = createOpenCalls(controls, silences)
    const run = (address?: DispatcherAddress): Promise<void> => {
      const dispatcher = address === undefined || spec === undefined ? null : { address, spec }
      return runSubject(observing(scenario, overrides), variant, {
        calls,
        surroundings: surroundingsOf(controls, workload, dispatcher),
      })
    }
    dispatcherEvents?.((event) => silences.hear(event, spec?.transport))
    if (spec === undefined || dispatcherAt !== undefined) return run(dispatcherAt)
    const dispatcher = await startDispatcher(controls, spec, { recorder: silences.recorderFor(spec.transport) })
    // Closed only once the leftovers are counted: its end would close what the subject has left open, and hide the leak.
    controls.atEnd(() => dispatcher.close())
    await Promise.race([run(dispatcher.address), dispatcher.failure])
  }

const observing = (scenario: AnyScenario, { observe }: AnyOverrides): AnyScenario =>
  observe === undefined ? scenario : { ...scenario, observe }

const surroundingsOf = (controls: Controls, workload: Workload, dispatcher: Surroundings['dispatcher']): Surroundings => ({
  controls,
  workload,
  dispatcher,
  // Most subjects need no directory, and making one takes longer than many an execution.
  get dir() {
    return controls.dir()
  },
})

interface Means {
  readonly surroundings: Surroundings
  readonly calls: OpenCalls
}

const runSubject = async (scenario: AnyScenario, variant: unknown, { surroundings, calls }: Means): Promise<void> => {
  const { controls, workload } = surroundings
  const subject = await controls.as(MAIN, () => scenario.open(variant, surroundings))
  const perform = scenario.perform ?? callSubject
  const run = (caller: CallerPlan): Promise<void> =>
    controls.as(caller.name, () => runCaller(caller, calls, (operation) => perform(subject, operation)))
  await Promise.all(workload.callers.map(run))
  if (scenario.observe !== undefined) {
    const seen = await calls.attempt('observe', () => scenario.observe?.(subject, surroundings))
    if (seen !== undefined) controls.observed(copied(seen))
  }
  await calls.attempt('close', () => (scenario.close ?? closeSubject)(subject))
}

/** As it is now: what the subject does to it afterwards was not observed. */
const copied = (seen: unknown): unknown => {
  try {
    return deserialize(serialize(seen))
  } catch (error) {
    throw new HarnessError('BAD_SCENARIO_FILE', 'observe returns what is no plain data', {
      found: String(error),
      expected: 'objects, lists, texts, numbers: a copy of what the subject holds',
    })
  }
}

type Perform = (operation: Operation) => unknown

/** One operation after the other, until one was given up: what became of it is unknown, and so is the state of whoever asked. */
const runCaller = async ({ name, operations }: CallerPlan, calls: OpenCalls, perform: Perform): Promise<void> => {
  for (const operation of operations) {
    if ((await runOperation(name, operation, { calls, perform })) === 'given up') return
  }
}

interface OperationMeans {
  readonly calls: OpenCalls
  readonly perform: Perform
}

/** Rejects only with an error of the harness's own. */
const runOperation = (actor: string, operation: Operation, { calls, perform }: OperationMeans): Promise<'ended' | 'given up'> =>
  new Promise((resolve, reject) => {
    const { op, token, input } = operation
    const call = calls.open({ actor, op, token, input }, () => resolve('given up'))
    const succeed = (output: unknown): void => {
      call.succeed(output)
      resolve('ended')
    }
    const fail = (error: unknown): void => {
      call.fail(error)
      if (isHarnessError(error)) reject(error)
      else resolve('ended')
    }
    try {
      Promise.resolve(perform(operation)).then(succeed, fail)
    } catch (error) {
      fail(error)
    }
  })

type Callable = { readonly call?: (op: string, input: unknown) => unknown; readonly close?: () => unknown }

const callSubject = (subject: Callable, { op, input }: Operation): unknown => {
  if (typeof subject?.call === 'function') return subject.call(op, input)
  throw new HarnessError(
    'BAD_SCENARIO_FILE',
    'the subject has no method call(op, input), and the scenario does not say how to perform an operation',
    {
      remedy: 'perform: (subject, { op, input }) => subject[op](input)',
    },
  )
}

const closeSubject = (subject: Callable): unknown => subject?.close?.()
