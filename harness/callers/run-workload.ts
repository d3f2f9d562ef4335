// Runs a workload against a scenario's subject, as the body of one execution: dispatcher, subject, callers, close.
import { HarnessError } from '../core/errors.js'
import type { Body, Controls } from '../core/runtime.js'
import type { AnyScenario, Overrides, Surroundings } from '../core/scenario.js'
import type { CallerPlan, Operation, Workload } from '../core/workload.js'
import { createLedger, type Ledger } from './ledger.js'
import { startDispatcher } from './start-dispatcher.js'

/** The actor under which the subject is opened and closed. */
const MAIN = 'main'

/**
 * Makes bodies for one variant. A body resets, starts the dispatcher, opens the subject as `main`, runs all callers at the same
 * time, each as its own actor and its operations one after the other, then closes the subject and the dispatcher.
 * Every operation is recorded; one that rejects is that caller's failure, who goes on with the next. One that an injected silence
 * has swallowed ends as `info` once nothing else can move, and its caller does no more. The body rejects where the subject cannot
 * be opened or closed, and with a `HarnessError` where the scenario itself is at fault.
 */
export const scenarioBody =
  (scenario: AnyScenario, variant: unknown, overrides: Overrides = {}): ((workload: Workload) => Body) =>
  (workload) =>
  async (controls) => {
    scenario.reset?.()
    const spec = overrides.dispatcher ?? scenario.dispatcher
    const tokens = workload.callers.flatMap(({ operations }) => operations.map(({ token }) => token))
    const ledger = createLedger(controls, tokens, spec?.transport)
    const dispatcher = spec === undefined ? null : await startDispatcher(controls, spec, { recorder: ledger.recorder })
    const surroundings = surroundingsOf(controls, workload, dispatcher && spec ? { address: dispatcher.address, spec } : null)
    const work = runSubject(scenario, variant, { surroundings, ledger })
    await (dispatcher === null ? work : Promise.race([work, dispatcher.failure]))
    await dispatcher?.close()
  }

const surroundingsOf = (controls: Controls, workload: Workload, dispatcher: Surroundings['dispatcher'] = null): Surroundings => ({
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
  readonly ledger: Ledger
}

const runSubject = async (scenario: AnyScenario, variant: unknown, { surroundings, ledger }: Means): Promise<void> => {
  const { controls, workload } = surroundings
  const subject = await controls.as(MAIN, () => scenario.open(variant, surroundings))
  const perform = scenario.perform ?? callSubject
  const run = (caller: CallerPlan): Promise<void> =>
    controls.as(caller.name, () => runCaller(caller, { ledger, perform: (one) => perform(subject, one) }))
  await Promise.all(workload.callers.map(run))
  await controls.as(MAIN, () => (scenario.close ?? closeSubject)(subject))
}

interface CallerMeans {
  readonly ledger: Ledger
  readonly perform: (operation: Operation) => unknown
}

/** One operation after the other, until one was given up: what became of it is unknown, and so is the state of whoever asked. */
const runCaller = async ({ name, operations }: CallerPlan, { ledger, perform }: CallerMeans): Promise<void> => {
  for (const operation of operations) {
    if ((await ledger.enter(name, operation, () => perform(operation))) === 'given up') return
  }
}

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
