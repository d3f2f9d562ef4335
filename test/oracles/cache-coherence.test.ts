// one-object-per-key, acknowledged-writes and nothing-comes-back: a bad history beside its repaired twin.
import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '../../harness/core/history.js'
import { judge, type Oracle } from '../../harness/core/verdict.js'
import { type AcknowledgedWritesOptions, acknowledgedWrites } from '../../harness/oracles/acknowledged-writes.js'
import { nothingComesBack } from '../../harness/oracles/nothing-comes-back.js'
import { type Held, oneObjectPerKey } from '../../harness/oracles/one-object-per-key.js'
import { type Rest, tell } from './tell.js'

const said = (oracle: Oracle, story: string, rest: Rest = {}): string =>
  judge([oracle], tell(story, rest))
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))
    .join('; ')

const tokenIn = ({ input }: HistoryEvent): string => /\w+-\d+/.exec(JSON.stringify(input))?.[0] ?? ''

describe('one-object-per-key', () => {
  const holding = (...held: Held[]) => said(oneObjectPerKey({ held: () => held, what: 'session' }), '')

  it('rejects two live objects of one key, whoever has them', () => {
    expect(holding({ key: 'home', object: 1, by: 'ann' }, { key: 'home', object: 2, by: 'the table' })).toBe(
      'two-objects: home has 2 live sessions: ann has session 1 and the table has session 2',
    )
    expect(holding({ key: 'home', object: 1, by: 'ann' }, { key: 'home', object: 1, by: 'the table' })).toBe('pass')
  })

  it('tells keys apart, and gives each a verdict of its own', () => {
    expect(holding({ key: 'home', object: 1, by: 'ann' }, { key: 'work', object: 2, by: 'bob' })).toBe('pass')
    const both = ['home', 'work'].flatMap((key) => [1, 2].map((object) => ({ key, object: `${key}-${object}`, by: 'ann' })))
    expect(holding(...both)).toMatch(/^two-objects: home has .*; two-objects: work has /)
  })

  it('shows the events, and names whoever shares an object', () => {
    const held = [1, 1, 2].map((object, i) => ({ key: 'home', object, by: ['ann', 'bob', 'cat'][i] ?? '', event: i + 4 }))
    expect(oneObjectPerKey({ held: () => held }).judge(tell(''))).toEqual([
      {
        oracle: 'one-object-per-key',
        outcome: 'fail',
        symptom: 'two-objects',
        message: 'home has 2 live objects: ann and bob have object 1 and cat has object 2',
        events: [4, 5, 6],
      },
    ])
  })
})

describe('acknowledged-writes', () => {
  const options: AcknowledgedWritesOptions = {
    what: 'message',
    writes: ({ invoke }) => tokenIn(invoke),
    stored: ({ history }) =>
      history.flatMap((event) =>
        event.actor === 'dispatcher' && event.type === 'invoke' ? { key: tokenIn(event), event: event.n } : [],
      ),
    excused: ({ history }) => (history.some(({ actor }) => actor === 'eve') ? ['TAG-1'] : []),
  }
  const stored = acknowledgedWrites(options)
  const WRITTEN = 'ann calls TAG-1\n ann gets nothing'
  const STORED = 'dispatcher takes TAG-1\n dispatcher answers TAG-1'

  it('rejects an acknowledged write that is never stored, or stored twice', () => {
    expect(said(stored, WRITTEN)).toBe('missing: the saving of message TAG-1 was never done')
    expect(said(stored, `${WRITTEN}\n ${STORED}\n ${STORED}`)).toBe('twice: the saving of message TAG-1 was done twice')
    expect(said(stored, `${WRITTEN}\n ${STORED}`)).toBe('pass')
  })

  it('rejects what nobody wrote', () => {
    expect(said(stored, STORED)).toBe('undue: the saving of message TAG-1 was done, though nothing called for it')
  })

  it('owes what was acknowledged before the callers came, once', () => {
    const before = acknowledgedWrites({ ...options, before: ['TAG-1'] })
    expect(said(before, '')).toBe('missing: the saving of message TAG-1 was never done')
    expect(said(before, STORED)).toBe('pass')
    expect(said(before, `${STORED}\n ${STORED}`)).toBe('twice: the saving of message TAG-1 was done twice')
    expect(said(before, 'eve calls TAG-2\n eve gives up')).toBe('pass')
  })

  it('leaves open what became of a write that was not acknowledged, but not whether it is stored twice', () => {
    expect(said(stored, 'ann calls TAG-1\n ann fails full')).toBe('pass')
    expect(said(stored, `ann calls TAG-1\n ${STORED}\n ann fails full`)).toBe('pass')
    expect(said(stored, `ann calls TAG-1\n ${STORED}\n ${STORED}\n ann fails full`)).toMatch(/^twice/)
  })

  it('misses nothing where the store says nothing, the end was cut short or the write is excused', () => {
    expect(said(stored, `${WRITTEN}\n bob calls TAG-2\n dispatcher takes TAG-2\n dispatcher loses TAG-2 by never`)).toBe('pass')
    expect(said(stored, WRITTEN, { end: 'limit' })).toBe('pass')
    expect(said(stored, `${WRITTEN}\n eve calls TAG-3\n eve fails no`)).toBe('pass')
  })
})

describe('nothing-comes-back', () => {
  /** `A-1` makes A; `X-2` removes everything. */
  const gone = (present: readonly string[]) =>
    nothingComesBack({
      creates: (invoke) => (tokenIn(invoke).startsWith('X') ? [] : [tokenIn(invoke).slice(0, 1)]),
      removes: (invoke) => tokenIn(invoke).startsWith('X'),
      present: () => present.map((thing) => ({ thing, where: 'in the store' })),
    })
  const REMOVED = 'ann calls A-1\n ann gets it\n bob calls X-2\n bob gets nothing'

  it('rejects what is there although its removal was acknowledged', () => {
    expect(said(gone(['A']), REMOVED)).toBe("came-back: A is there in the store at the end, though bob's echo had removed it")
    expect(said(gone([]), REMOVED)).toBe('pass')
    expect(gone(['A']).judge(tell(REMOVED))).toMatchObject([{ events: [2, 3] }])
  })

  it('accepts what was made again, or may have been: after it, at the same time, or by a call that was given up', () => {
    expect(said(gone(['A']), `${REMOVED}\n cat calls A-3\n cat gets it`)).toBe('pass')
    expect(said(gone(['A']), 'ann calls A-1\n bob calls X-2\n bob gets nothing\n ann gets it')).toBe('pass')
    expect(said(gone(['A']), 'ann calls A-1\n ann gives up\n bob calls X-2\n bob gets nothing')).toBe('pass')
  })

  it('accepts what a removal did not remove, as the whole execution tells', () => {
    const moved = nothingComesBack({
      creates: () => [],
      removes: (invoke, thing, { history }) => thing === 'A' && !history.some(({ actor, n }) => actor === 'eve' && n < invoke.n),
      present: () => [{ thing: 'A' }],
    })
    expect(said(moved, 'bob calls X-2\n bob gets nothing')).toBe(
      "came-back: A is there at the end, though bob's echo had removed it",
    )
    expect(said(moved, 'eve calls Y-1\n eve fails busy\n bob calls X-2\n bob gets nothing')).toBe('pass')
  })

  it('accepts what is there where the removal failed, or nobody knows of it', () => {
    expect(said(gone(['A']), 'ann calls A-1\n ann gets it\n bob calls X-2\n bob fails busy')).toBe('pass')
    expect(said(gone(['A']), 'ann calls A-1\n ann gets it\n bob calls X-2\n bob gives up')).toBe('pass')
  })
})
