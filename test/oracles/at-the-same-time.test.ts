// loaded-once, mutual-exclusion and unique-answers: what must not be at the same time as something else, beside its repaired twin.
import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '../../harness/core/history.js'
import { judge, type Oracle } from '../../harness/core/verdict.js'
import { type Load, loadedOnce } from '../../harness/oracles/loaded-once.js'
import { mutualExclusion, type Section } from '../../harness/oracles/mutual-exclusion.js'
import { overlapsIn } from '../../harness/oracles/spans.js'
import { type Given, uniqueAnswers } from '../../harness/oracles/unique-answers.js'
import { type Rest, tell } from './tell.js'

const said = (oracle: Oracle, story = '', rest: Rest = {}): string =>
  judge([oracle], tell(story, rest))
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))
    .join('; ')

describe('spans', () => {
  const span = (from: number, until: number | null) => ({ from, until })

  it('overlap where they have a moment in common, in whatever order they are told', () => {
    expect(overlapsIn([span(3, 5), span(1, 4)])).toEqual([[span(1, 4), span(3, 5)]])
    expect(overlapsIn([span(1, 3), span(3, 5)])).toEqual([])
    expect(overlapsIn([span(1, null), span(7, 8)])).toEqual([[span(1, null), span(7, 8)]])
  })

  it('are told in pairs: three that lie in one another are three pairs', () => {
    expect(overlapsIn([span(1, 9), span(2, 8), span(3, 7)])).toHaveLength(3)
  })
})

describe('loaded-once', () => {
  /** `K-1` and `K-2` load K. */
  const key = ({ input }: HistoryEvent): string | null => /([A-Z])-\d/.exec(JSON.stringify(input))?.[1] ?? null
  const requests = (story: string): string => said(loadedOnce({ key }), story)

  it('rejects a load that begins while another one of its key is open', () => {
    const story = 'dispatcher takes K-1\n dispatcher takes K-2\n dispatcher answers K-1\n dispatcher answers K-2'
    expect(requests(story)).toBe('loaded-twice: K was loaded twice at the same time')
    expect(loadedOnce({ key }).judge(tell(story))).toMatchObject([{ oracle: 'loaded-once', events: [0, 1] }])
  })

  it('accepts one load after the other, and loads of other keys', () => {
    expect(requests('dispatcher takes K-1\n dispatcher answers K-1\n dispatcher takes K-2\n dispatcher answers K-2')).toBe('pass')
    expect(requests('dispatcher takes K-1\n dispatcher takes L-2\n dispatcher answers K-1\n dispatcher answers L-2')).toBe('pass')
  })

  it('takes a load without an answer for one that is still open, and one that failed for one that is over', () => {
    expect(requests('dispatcher takes K-1\n dispatcher loses K-1 by never\n dispatcher takes K-2')).toMatch(/^loaded-twice/)
    expect(requests('dispatcher takes K-1\n dispatcher refuses K-1\n dispatcher takes K-2\n dispatcher answers K-2')).toBe('pass')
  })

  it('counts those that were open together, each key for itself', () => {
    const load = (name: string, from: number, until: number): Load => ({ key: name, from, until })
    const loads = [load('a', 1, 5), load('a', 2, 3), load('a', 4, 6), load('a', 8, 9), load('b', 1, 9)]
    expect(said(loadedOnce({ loads: () => loads }))).toBe('loaded-twice: a was loaded three times at the same time')
  })
})

describe('mutual-exclusion', () => {
  const seen = (...sections: Section[]): string => said(mutualExclusion({ sections: () => sections }))

  it('rejects whoever is inside while somebody else is', () => {
    expect(seen({ by: "ann's reload", from: 1, until: 4 }, { by: "bob's list", from: 2, until: 3, shared: true })).toBe(
      "both-inside: bob's list was inside while ann's reload was",
    )
    expect(seen({ by: 'ann', from: 1, until: 3 }, { by: 'bob', from: 3, until: 5 })).toBe('pass')
  })

  it('lets those who share it be inside together', () => {
    const reads = (by: string, from: number): Section => ({ by, from, until: from + 5, shared: true })
    expect(seen(reads('ann', 1), reads('bob', 2))).toBe('pass')
    expect(seen(reads('ann', 1), { ...reads('bob', 2), shared: false })).toMatch(/^both-inside/)
  })

  it('tells locks apart, and takes one that was never left for held to the end', () => {
    expect(seen({ by: 'ann', lock: 'a', from: 1, until: 9 }, { by: 'bob', lock: 'b', from: 2, until: 3 })).toBe('pass')
    expect(seen({ by: 'ann', lock: 'a', from: 1, until: null }, { by: 'bob', lock: 'a', from: 99, until: 100 })).toBe(
      'both-inside: bob was inside a while ann was',
    )
  })

  it('shows the events of both', () => {
    const sections = [
      { by: 'ann', from: 1, until: 4, event: 0 },
      { by: 'bob', from: 2, until: 3, event: 7 },
    ]
    expect(mutualExclusion({ sections: () => sections }).judge(tell(''))).toMatchObject([{ events: [0, 7] }])
  })
})

describe('unique-answers', () => {
  const given = (...all: Given[]): string => said(uniqueAnswers({ given: () => all, what: 'port' }))

  it('rejects an answer that two have at the same time', () => {
    expect(given({ answer: 8000, to: 'ann', from: 1, until: null }, { answer: 8000, to: 'bob', from: 2, until: null })).toBe(
      'given-twice: port 8000 was given to ann and bob at the same time',
    )
    expect(given({ answer: 8000, to: 'ann', from: 1, until: null }, { answer: 8001, to: 'bob', from: 2, until: null })).toBe(
      'pass',
    )
  })

  it('accepts one that was given back before, and rejects one that one caller was given twice', () => {
    expect(given({ answer: 8000, to: 'ann', from: 1, until: 2 }, { answer: 8000, to: 'bob', from: 2, until: null })).toBe('pass')
    expect(given({ answer: 'a', to: 'ann', from: 1, until: null }, { answer: 'a', to: 'ann', from: 2, until: null })).toBe(
      'given-twice: port a was given to ann twice',
    )
  })
})
