// How far an execution has to go to show a failure, and what comes of one that goes no further.
import { expect, test } from 'vitest'
import type { Execution } from '../../harness/core/execution.js'
import type { HistoryEvent } from '../../harness/core/history.js'
import { calm } from '../../harness/core/policy.js'
import { invariant, ownResponse } from '../../harness/oracles/index.js'
import { reachOf, runWithin, shownAt } from '../../harness/search/reach.js'
import { createTarget } from '../../harness/search/target.js'
import { createJudge } from '../../harness/search/verdicts.js'

const event = (step: number, [actor, call]: readonly [string, number], more: object): HistoryEvent =>
  ({ n: 0, atMs: step, step, actor, call, op: 'read', ...more }) as HistoryEvent

const [ann, bob] = [['ann', 1] as const, ['bob', 2] as const]

/** ann receives bob's answer in step 20; bob gives up long after that. */
const swapped: Execution = {
  format: 1,
  end: { kind: 'completed', message: '' },
  history: [
    event(0, ann, { type: 'invoke', token: 'TAG-1', input: 'TAG-1' }),
    event(1, bob, { type: 'invoke', token: 'TAG-2', input: 'TAG-2' }),
    event(20, ann, { type: 'ok', output: 'TAG-2' }),
    event(9000, bob, { type: 'fail', error: 'no answer' }),
  ].map((each, n) => ({ ...each, n })),
  ...{ leftovers: [], escapes: [], deviations: [], steps: [], answers: [], unmet: [] },
  stats: { steps: 9001, atMs: 9000, stepsByActor: {}, nativeUncontrolled: false },
  traceHash: 0,
  model: '',
}

const judge = createJudge([ownResponse()])

const targetOf = (symptom: string) =>
  createTarget({ oracle: 'own-response', outcome: 'fail', message: '', symptom }, null, () => null)

test('a failure shows with the event that shows it, whatever else the verdict is about', () => {
  const means = { judge, target: targetOf('swap') }
  expect(shownAt(means, swapped)?.step).toBe(20)
  expect(reachOf(means, swapped)).toBe(1000)
})

test('one that only the last event shows reaches beyond it', () => {
  const means = { judge, target: targetOf('unexpected-failure') }
  expect(shownAt(means, swapped)?.step).toBe(9000)
  expect(reachOf(means, swapped)).toBe(27_000)
})

test('one that the history does not show takes all of the execution', () => {
  expect(reachOf({ judge, target: targetOf('garbled') }, swapped)).toBeNull()
})

test('one that is seen of the subject at the end takes all of the execution', () => {
  const isEmpty = invariant('emptied', ({ observed = [] }) => (observed as string[]).length === 0 || 'something is left')
  const target = createTarget({ oracle: 'emptied', outcome: 'fail', message: '', symptom: 'violated' }, null, () => null)
  const means = { judge: createJudge([isEmpty]), target }
  const looked = { ...swapped, observed: ['s-1'] }
  expect(target.find(means.judge.notPassing(looked), looked)).toBeDefined()
  expect(shownAt(means, looked)).toBeNull()
  expect(reachOf(means, looked)).toBeNull()
})

test('an execution that was cut short is no whole one', async () => {
  const run = async (_work: unknown, _policy: unknown, _record: unknown, most = Number.POSITIVE_INFINITY) => ({
    ...swapped,
    stats: { ...swapped.stats, steps: Math.min(9001, most) },
  })
  const isWhole = async (reach: number | null): Promise<boolean> => {
    const ran = await runWithin({ executor: { run } as never, reach }, { work: {} as never, policy: calm, record: false })
    return ran.isWhole
  }
  expect([await isWhole(null), await isWhole(1000), await isWhole(20_000)]).toEqual([true, false, true])
})
