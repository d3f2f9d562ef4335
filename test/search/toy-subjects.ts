// Search subjects over the toy runtime: callers with operations, a mistake, and its repair.
import type { Json } from '../../harness/core/history.js'
import { mix } from '../../harness/core/random.js'
import type { Controls } from '../../harness/core/runtime.js'
import type { Oracle, Verdict } from '../../harness/core/verdict.js'
import type { CallerPlan, Workload } from '../../harness/core/workload.js'
import { callerName } from '../../harness/core/workload.js'
import { fixedWorkload, type SearchSubject, type WorkloadSource } from '../../harness/search/index.js'
import { type ToyThread, toy } from '../strategies/toy-runtime.js'

export const workloadOf = (...operations: readonly number[]): Workload => {
  let tag = 0
  const plan = (count: number): CallerPlan['operations'] =>
    Array.from({ length: count }, () => {
      const token = `TAG-${++tag}`
      return { op: 'add', token, input: { tag: token } }
    })
  return { callers: operations.map((count, i) => ({ name: callerName(i), operations: plan(count) })), subjectSeed: 1 }
}

/** Fails where an answer is not the operation's own token. */
export const ownToken: Oracle = {
  name: 'own-token',
  judge: ({ history }) => {
    const wrong = history.find(({ type, token, output }) => type === 'ok' && token !== output)
    const pass: Verdict = { oracle: 'own-token', outcome: 'pass', message: 'every answer is its own' }
    if (wrong === undefined) return pass
    return { ...pass, outcome: 'fail', symptom: 'swap', message: `${wrong.actor} received ${wrong.output}`, events: [wrong.n] }
  },
}

/** A caller: each operation takes `steps` steps around `perform`, which answers in between. */
const caller = (controls: Controls, plan: CallerPlan, perform: (token: string) => Generator<undefined, Json>): ToyThread =>
  function* () {
    for (const { op, token } of plan.operations) {
      const call = controls.nextCall()
      controls.record({ actor: plan.name, call, type: 'invoke', op, token })
      const output = yield* perform(token)
      controls.record({ actor: plan.name, call, type: 'ok', op, token, output })
    }
  }

const subjectOf = (
  id: string,
  perform: () => (token: string) => Generator<undefined, Json>,
  workloads: WorkloadSource,
): SearchSubject => ({
  id,
  variant: 'faulty',
  bodyFor: (workload) =>
    toy((controls) => {
      const answer = perform()
      return { threads: Object.fromEntries(workload.callers.map((plan) => [plan.name, caller(controls, plan, answer)])) }
    }),
  oracles: [ownToken],
  workloads,
})

const pause = function* (steps: number): Generator<undefined, void> {
  for (let i = 0; i < steps; i++) yield
}

/**
 * One shared slot for the request. It is read `late` steps after it was written, within which others overwrite it; by
 * default (round robin) they do so at once, so the calmest schedule is bad only where `late` is at least 1.
 */
export const sharedSlot = (late: number, workloads: WorkloadSource = fixedWorkload(workloadOf(2, 2))): SearchSubject =>
  subjectOf(
    'shared-slot',
    () => {
      let slot = ''
      return function* (token) {
        yield
        slot = token
        yield* pause(late)
        return slot
      }
    },
    workloads,
  )

/** The repair: a slot of its own for each operation. */
export const ownSlot = (late: number, workloads: WorkloadSource = fixedWorkload(workloadOf(2, 2))): SearchSubject => ({
  ...subjectOf(
    'own-slot',
    () =>
      function* (token) {
        yield
        const slot = token
        yield* pause(late)
        return slot
      },
    workloads,
  ),
  variant: 'fixed',
})

/**
 * Ann's first operation must be overtaken by the whole of bob's, `steps` steps: her read of the slot is late. Calm schedules
 * and single deviations are good.
 */
export const slowReader = (steps: number, workloads: WorkloadSource = fixedWorkload(workloadOf(1, 1))): SearchSubject =>
  subjectOf(
    'slow-reader',
    () => {
      let slot = ''
      return function* (token) {
        if (slot === '') {
          slot = token
          yield
          return slot
        }
        yield* pause(steps)
        slot = token
        return token
      }
    },
    workloads,
  )

/** Draws workloads of 2 to 4 callers with 1 to 3 operations; shrinks by leaving out one caller or the last operation of one. */
export const drawnWorkloads = (): WorkloadSource => ({
  single: false,
  draw: async ({ seed, runs, signal }, tryOne) => {
    for (let run = 0; run < runs && signal?.aborted !== true; run++) {
      const counts = Array.from({ length: 2 + (mix(seed, run, 1) % 3) }, (_, i) => 1 + (mix(seed, run, 2 + i) % 3))
      if (!(await tryOne(workloadOf(...counts))))
        return { workload: await smallest(workloadOf(...counts), tryOne), seed, path: `${run}` }
    }
    return null
  },
})

const smallest = async (workload: Workload, tryOne: (workload: Workload) => Promise<boolean>): Promise<Workload> => {
  for (const candidate of smaller(workload)) if (!(await tryOne(candidate))) return smallest(candidate, tryOne)
  return workload
}

const smaller = ({ callers, subjectSeed }: Workload): Workload[] => [
  ...callers.map((_, i) => ({ callers: callers.toSpliced(i, 1), subjectSeed })),
  ...callers.flatMap((plan, i) =>
    plan.operations.length < 2
      ? []
      : [{ callers: callers.with(i, { ...plan, operations: plan.operations.slice(0, -1) }), subjectSeed }],
  ),
]

/** A workload that is drawn, and always the same: so are those of a user's with nothing to draw. */
export const always = (...operations: readonly number[]): WorkloadSource => ({
  single: false,
  draw: async ({ seed, runs, signal }, tryOne) => {
    const workload = workloadOf(...operations)
    for (let run = 0; run < runs && signal?.aborted !== true; run++)
      if (!(await tryOne(workload))) return { workload, seed, path: `${run}` }
    return null
  },
})
