// last-call-wins: histories in which an earlier call wins, and their repaired twins.
import { describe, expect, it } from 'vitest'
import { judge } from '../../harness/core/verdict.js'
import { type Entry, type LastCallWinsOptions, lastCallWins } from '../../harness/oracles/last-call-wins.js'
import { type Rest, tell } from './tell.js'

/** `home-1` writes `home-1` into home; `look` writes nothing. */
const options = (left: readonly string[]): LastCallWinsOptions => ({
  writes: ({ invoke }) => entryOf(/\w+-\d+/.exec(JSON.stringify(invoke.input))?.[0] ?? null),
  left: () => left.map((value) => entryOf(value) as Entry),
})

const entryOf = (value: string | null): Entry | null => (value === null ? null : { key: value.split('-')[0] ?? '', value })

interface Told extends Rest, Partial<LastCallWinsOptions> {
  readonly left?: never
}

const said = (left: readonly string[], story: string, { end, ...rest }: Told = {}): string =>
  judge([lastCallWins({ ...options(left), ...rest })], tell(story, end === undefined ? {} : { end }))
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))
    .join('; ')

const OVERLAPPING = 'ann calls home-1\n bob calls home-2\n bob gets nothing\n ann gets nothing'
const SUCCESSIVE = 'ann calls home-1\n ann gets nothing\n bob calls home-2\n bob gets nothing'
const OVERTAKEN = "overtaken: home is left with home-1 of ann's echo, though bob's echo wrote home-2 later"

describe('last-call-wins', () => {
  it('rejects what an earlier call has left, though a later one was acknowledged', () => {
    expect(said(['home-1'], OVERLAPPING)).toBe(OVERTAKEN)
    expect(said(['home-1'], SUCCESSIVE)).toBe(OVERTAKEN)
    expect(said(['home-2'], OVERLAPPING)).toBe('pass')
    expect(said(['home-2'], SUCCESSIVE)).toBe('pass')
  })

  it('shows both calls', () => {
    expect(lastCallWins(options(['home-1'])).judge(tell(OVERLAPPING))).toMatchObject([
      { symptom: 'overtaken', events: [0, 1, 2, 3] },
    ])
  })

  it('lets either of two calls at the same time win where their order is nobody’s promise', () => {
    expect(said(['home-1'], OVERLAPPING, { later: 'ended' })).toBe('pass')
    expect(said(['home-2'], OVERLAPPING, { later: 'ended' })).toBe('pass')
    expect(said(['home-1'], SUCCESSIVE, { later: 'ended' })).toBe(OVERTAKEN)
    expect(said(['home-2'], SUCCESSIVE, { later: 'ended' })).toBe('pass')
  })

  it('judges each key by itself, and leaves alone what writes nothing', () => {
    const both = 'ann calls home-1\n bob calls work-2\n bob gets nothing\n ann gets nothing\n cat calls look\n cat gets home-1'
    expect(said(['home-1', 'work-2'], both)).toBe('pass')
    expect(said(['home-1'], both)).toBe("lost: nothing is left in work of work-2, which bob's echo wrote")
    expect(said([], both)).toMatch(/^lost: .* home-1.*; lost: .* work-2/)
  })

  it('rejects what nobody wrote', () => {
    expect(said(['home-7'], SUCCESSIVE)).toBe('undue: home is left with "home-7", which nobody wrote')
  })

  it('knows what was there before, which every acknowledged call overtakes', () => {
    const before = [entryOf('home-0') as Entry]
    expect(said(['home-0'], SUCCESSIVE, { before })).toBe("lost: nothing is left in home of home-2, which bob's echo wrote")
    expect(said(['home-0'], 'ann calls home-1\n ann fails full', { before })).toBe('pass')
    expect(said([], 'ann calls look\n ann gets nothing', { before })).toBe('pass')
  })

  it('lets a call that failed win or not, since it may have written', () => {
    const failed = 'ann calls home-1\n bob calls home-2\n bob fails full\n ann gets nothing'
    expect(said(['home-1'], failed)).toBe('pass')
    expect(said(['home-2'], failed)).toBe('pass')
  })

  it('lets a call that failed win later on where requests come over several connections, since it may still be under way', () => {
    const timedOut = 'ann calls home-1\n ann fails time-out\n bob calls home-2\n bob gets nothing'
    expect(said(['home-1'], timedOut, { later: 'ended' })).toBe('pass')
    expect(said(['home-2'], timedOut, { later: 'ended' })).toBe('pass')
    expect(said(['home-1'], timedOut)).toBe(OVERTAKEN)
  })

  it('says nothing where the end was cut short, or a call was given up', () => {
    expect(said(['home-1'], SUCCESSIVE, { end: 'limit' })).toBe('pass')
    expect(said(['home-1'], `${SUCCESSIVE}\n cat calls home-3\n cat gives up`)).toBe('pass')
  })
})
