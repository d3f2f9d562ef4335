// isolation: what belongs to one owner reaches that owner and nobody else.
import { describe, expect, it } from 'vitest'
import { judge } from '../../harness/core/verdict.js'
import { type Delivery, isolation } from '../../harness/oracles/isolation.js'
import { tell } from './tell.js'

const verdicts = (...deliveries: readonly Delivery[]) => judge([isolation({ deliveries: () => deliveries })], tell(''))
const said = (...deliveries: readonly Delivery[]): string =>
  verdicts(...deliveries)
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))
    .join('; ')

const delta = (to: string, of: string | null): Delivery => ({ to, of, what: 'a delta' })

describe('isolation', () => {
  it('rejects what reached another owner and accepts the repaired twin', () => {
    expect(said(delta('session a', 'session a'), delta('session b', 'session a'))).toBe(
      'crossed: session b received a delta of session a',
    )
    expect(said(delta('session a', 'session a'), delta('session a', 'session a'))).toBe('pass')
  })

  it('rejects what is nobody’s, under a symptom of its own', () => {
    expect(said(delta('session a', null), delta('session b', 'session a')).split('; ')).toEqual([
      'crossed: session b received a delta of session a',
      "stray: session a received a delta, which is nobody's",
    ])
  })

  it('says the same thing once, the first two of many, and points at all their events', () => {
    const crossed = (to: string, event: number) => ({ ...delta(to, 'session a'), event })
    expect(verdicts(crossed('b', 3), crossed('b', 5), crossed('c', 7), crossed('d', 9))).toEqual([
      {
        oracle: 'isolation',
        outcome: 'fail',
        symptom: 'crossed',
        message: 'b received a delta of session a, c received a delta of session a and 1 more',
        events: [3, 5, 7, 9],
      },
    ])
  })

  it('passes where nothing was delivered, and is unknown where the execution cannot be read', () => {
    expect(said()).toBe('pass')
    const unreadable = isolation({ name: 'tenants', deliveries: ({ observed }) => (observed as { sent: Delivery[] }).sent })
    expect(judge([unreadable], tell(''))).toMatchObject([{ oracle: 'tenants', outcome: 'unknown' }])
  })
})
