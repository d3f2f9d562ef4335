// A passing schedule that is drawn: how much of it differs from the failing one.
import { expect, test } from 'vitest'
import type { Execution } from '../../../harness/core/execution.js'
import type { Deviation, Policy } from '../../../harness/core/policy.js'
import { drawnFlip } from '../../../harness/search/explain/drawn.js'
import type { Experiments } from '../../../harness/search/explain/experiments.js'
import { isSingle } from '../../../harness/search/explain/flips.js'

const late: Deviation = { at: 'dispatcher|delay|1', nth: 1, step: 1, take: '9 ms', index: 1 }
const other: Deviation = { at: 'dispatcher|delay|2', nth: 1, step: 2, take: '9 ms', index: 1 }

/** It passes where the first answer is late. */
const experiments = (): Experiments => {
  const ofPolicy = ({ pick, deviations }: Policy) => {
    const passes = pick !== 'first' || deviations.some((change) => 'at' in change && change.at === late.at)
    const answers = [{ kind: 'delay', step: 1, count: 2, index: passes ? 1 : 0 }]
    const execution = { answers, deviations: passes ? [late] : [], steps: [], unmet: [] }
    return { execution: execution as unknown as Execution, came: passes ? ('passes' as const) : ('fails' as const) }
  }
  const none = (): never => {
    throw new Error('not asked for')
  }
  const others = { allFail: null, comesTo: none, recorded: none, look: none, judge: none }
  return { executions: 0, over: false, try: async (policy) => ofPolicy(policy), ...others }
}

test('one change of the calmest schedule is one choice away from that, and from no other', async () => {
  const [ofCalm, ofOther] = [await drawnFlip(experiments(), []), await drawnFlip(experiments(), [other])]
  expect(ofCalm).toMatchObject({ changes: [late], failing: [] })
  expect(ofOther).toMatchObject({ changes: [late], failing: [other] })
  expect([ofCalm, ofOther].map((flip) => flip !== null && isSingle(flip))).toEqual([true, false])
})
