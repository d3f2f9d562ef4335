// invariant: a condition of the user's own.
import assert from 'node:assert/strict'
import { describe, expect, it } from 'vitest'
import { judge } from '../../harness/core/verdict.js'
import { type Holds, invariant } from '../../harness/oracles/invariant.js'
import { tell } from './tell.js'

const good = tell('ann calls TAG-1\n ann gets TAG-1')
const verdict = (holds: () => Holds) => judge([invariant('one seat', holds)], good)[0]

describe('invariant', () => {
  it('accepts true and nothing', () => {
    expect(verdict(() => true)).toMatchObject({ oracle: 'one seat', outcome: 'pass' })
    expect(verdict(() => {})).toMatchObject({ outcome: 'pass' })
  })

  it('rejects false and a reason', () => {
    expect(verdict(() => false)).toMatchObject({ outcome: 'fail', symptom: 'violated', message: 'one seat: does not hold' })
    expect(verdict(() => 'seat 7 was sold twice')).toMatchObject({ outcome: 'fail', message: 'seat 7 was sold twice' })
  })

  it('rejects by the assertions of node and of vitest', () => {
    expect(verdict(() => assert.equal(2, 1, 'two buyers'))).toMatchObject({ outcome: 'fail', message: 'one seat: two buyers' })
    expect(verdict(() => expect(2).toBe(1))).toMatchObject({ outcome: 'fail', symptom: 'violated' })
  })

  it('is unknown where the condition itself is broken', () => {
    expect(verdict(() => (undefined as unknown as { x: boolean }).x)).toMatchObject({
      outcome: 'unknown',
      symptom: 'oracle-threw',
    })
  })

  it('sees the whole execution', () => {
    const oracle = invariant('ends', ({ history }) => history.length % 2 === 0)
    expect(judge([oracle], good)[0]?.outcome).toBe('pass')
    expect(judge([oracle], tell('ann calls TAG-1'))[0]?.outcome).toBe('fail')
  })
})
