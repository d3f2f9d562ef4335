// no-stale-read and one-batch: a bad history beside its repaired twin.
import { describe, expect, it } from 'vitest'
import { type Call, isNotDispatcher } from '../../harness/core/history.js'
import { judge, type Oracle } from '../../harness/core/verdict.js'
import { noStaleRead, type Version } from '../../harness/oracles/no-stale-read.js'
import { type AskedTogether, type Batch, oneBatch } from '../../harness/oracles/one-batch.js'
import { tell } from './tell.js'

const said = (oracle: Oracle, story = ''): string =>
  judge([oracle], tell(story))
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))
    .join('; ')

describe('no-stale-read', () => {
  /** W-1 writes, R-1 reads; what they get is the version. */
  const version = ({ invoke, end }: Call): Version => ({
    key: /[WR]-\d+(\w*)/.exec(JSON.stringify(invoke.input))?.[1] ?? '',
    version: Number(end?.output),
  })
  const is = (kind: string, { invoke }: Call): boolean =>
    isNotDispatcher(invoke.actor) && JSON.stringify(invoke.input).includes(` ${kind}-`)
  const fresh = noStaleRead({
    invalidates: (call) => (is('W', call) ? version(call) : null),
    reads: (call) => (is('R', call) ? version(call) : null),
  })

  it('rejects an old version after an invalidation that is done', () => {
    const story = 'ann calls W-1\n ann gets 2\n bob calls R-1\n bob gets 1'
    expect(said(fresh, story)).toBe("stale: bob's echo of  read version 1, though ann's echo had replaced it by version 2 before")
    expect(fresh.judge(tell(story))).toMatchObject([{ oracle: 'no-stale-read', events: [1, 2, 3] }])
    expect(said(fresh, 'ann calls W-1\n ann gets 2\n bob calls R-1\n bob gets 2')).toBe('pass')
  })

  it('accepts a newer one than was promised, and an old one for whoever had begun before', () => {
    expect(said(fresh, 'ann calls W-1\n ann gets 2\n bob calls R-1\n bob gets 3')).toBe('pass')
    expect(said(fresh, 'bob calls R-1\n ann calls W-1\n ann gets 2\n bob gets 1')).toBe('pass')
    expect(said(fresh, 'ann calls W-1\n bob calls R-1\n ann gets 2\n bob gets 1')).toBe('pass')
  })

  it('promises nothing where the invalidation failed or was given up', () => {
    expect(said(fresh, 'ann calls W-1\n ann fails busy\n bob calls R-1\n bob gets 1')).toBe('pass')
    expect(said(fresh, 'ann calls W-1\n ann gives up\n bob calls R-1\n bob gets 1')).toBe('pass')
  })

  it('knows nothing where a version is no number, unless something is stale', () => {
    const W = 'ann calls W-1\n ann gets'
    const R = 'bob calls R-1\n bob gets'
    expect(said(fresh, `${W} 2\n ${R} nothing`)).toBe(
      "no-version: bob's echo of  has version NaN, which is no number, and nothing is older or newer than that",
    )
    expect(said(fresh, `${W} nothing\n ${R} 1`)).toMatch(/^no-version: ann's echo/)
    expect(said(fresh, `${W} 2\n ${R} 1\n ${R} nothing`)).toMatch(/^stale/)
    const text = noStaleRead({ invalidates: () => null, reads: () => ({ key: 'k', version: '10' as unknown as number }) })
    expect(said(text, `${R} 1`)).toMatch(/^no-version: .* version 10, /)
    expect(judge([fresh], tell(`${W} nothing\n ${R} 1`))).toMatchObject([{ outcome: 'unknown' }])
  })

  it('says where nothing was invalidated, and where nobody read', () => {
    const message = (story: string) => judge([fresh], tell(story)).map((verdict) => verdict.message)
    expect(message('bob calls R-1\n bob gets 1')).toEqual(['no-stale-read: nothing to judge (nothing was invalidated)'])
    expect(message('ann calls W-1\n ann gets 2')).toEqual(['no-stale-read: nothing to judge (nobody read)'])
  })

  it('tells keys apart, also where one operation invalidates several', () => {
    expect(said(fresh, 'ann calls W-1a\n ann gets 2\n bob calls R-1b\n bob gets 1')).toBe('pass')
    const all = noStaleRead({
      invalidates: (call) => (is('W', call) ? ['a', 'b'].map((key) => ({ key, version: 2 })) : null),
      reads: (call) => (is('R', call) ? version(call) : null),
    })
    expect(said(all, 'ann calls W-1\n ann gets nothing\n bob calls R-1b\n bob gets 1')).toMatch(/^stale: bob's echo of b /)
  })
})

describe('one-batch', () => {
  const batched = (together: AskedTogether[], batches: Batch[]): string =>
    said(oneBatch({ together: () => together, batches: () => batches }))

  it('rejects keys that were asked for together and came apart', () => {
    expect(batched([{ by: 'ann', keys: ['a', 'b'] }], [{ keys: ['x', 'a'] }, { keys: ['b'] }])).toBe(
      'split: what ann asked for together was loaded by 2 batches: a; then b',
    )
    expect(batched([{ by: 'ann', keys: ['a', 'b'] }], [{ keys: ['x'] }, { keys: ['b', 'a'] }])).toBe('pass')
  })

  it('misses nothing that was known, and does not mind what is loaded again', () => {
    expect(batched([{ by: 'ann', keys: ['a', 'b'] }], [{ keys: ['b'] }])).toBe('pass')
    expect(batched([{ by: 'ann', keys: ['a', 'b'] }], [{ keys: ['a', 'b'] }, { keys: ['a'] }])).toBe('pass')
    expect(batched([], [{ keys: ['a'] }, { keys: ['b'] }])).toBe('pass')
  })

  it('takes what an earlier batch has brought for known', () => {
    const asked = { by: 'ann', keys: ['a', 'b'], event: 10 }
    const early = { keys: ['a'], event: 2 }
    expect(batched([asked], [early, { keys: ['b'], event: 12 }])).toBe('pass')
    expect(batched([asked], [early, { keys: ['a', 'b'], event: 12 }])).toBe('pass')
  })

  it('looks at what is loaded again after the asking', () => {
    const asked = { by: 'ann', keys: ['a', 'b'], event: 5 }
    const early = { keys: ['a', 'b'], event: 2 }
    expect(batched([asked], [early, { keys: ['a'], event: 6 }, { keys: ['b'], event: 7 }])).toMatch(/^split/)
    expect(batched([{ by: 'ann', keys: asked.keys }], [early, { keys: ['a'], event: 6 }, { keys: ['b'], event: 7 }])).toBe('pass')
  })

  it('says where nothing was asked for together, and where nothing was loaded', () => {
    const message = (together: AskedTogether[]) => oneBatch({ together: () => together, batches: () => [] }).judge(tell(''))
    expect(message([])).toMatchObject({ message: 'one-batch: nothing to judge (nothing was asked for together)' })
    expect(message([{ by: 'ann', keys: ['a'] }])).toMatchObject({ message: 'one-batch: nothing to judge (nothing was loaded)' })
  })

  it('shows who asked, and the batches', () => {
    const oracle = oneBatch({
      together: () => [{ by: 'ann', keys: ['a', 'b'], event: 3 }],
      batches: () => [
        { keys: ['a'], event: 5 },
        { keys: ['b'], event: 9 },
      ],
    })
    expect(oracle.judge(tell(''))).toMatchObject([{ oracle: 'one-batch', symptom: 'split', events: [3, 5, 9] }])
  })
})
