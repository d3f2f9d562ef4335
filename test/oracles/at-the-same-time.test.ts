// loaded-once, mutual-exclusion and unique-answers: what must not be at the same time as something else, beside its repaired twin.
import fc from 'fast-check'
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

  it('overlap or not whichever of two that began together comes first', () => {
    for (const spans of [
      [span(5, 5), span(5, 9)],
      [span(5, 9), span(5, 5)],
    ]) {
      expect(overlapsIn(spans)).toEqual([])
    }
    for (const spans of [
      [span(5, 6), span(5, 9)],
      [span(5, 9), span(5, 6)],
    ]) {
      expect(overlapsIn(spans)).toEqual([[span(5, 9), span(5, 6)]])
    }
    expect(overlapsIn([span(5, null), span(5, null)])).toHaveLength(1)
  })

  it('are the same pairs in every order', () => {
    const anySpan = fc
      .tuple(fc.nat(6), fc.option(fc.nat(3)))
      .map(([from, length]) => span(from, length === null ? null : from + length))
    const shuffled = fc
      .array(anySpan, { maxLength: 6 })
      .map((spans) => spans.map((each, id) => ({ ...each, id })))
      .chain((spans) => fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })))
    const idsOf = (spans: readonly (ReturnType<typeof span> & { readonly id: number })[]): string[] =>
      overlapsIn(spans)
        .map((pair) =>
          pair
            .map(({ id }) => id)
            .sort()
            .join('+'),
        )
        .sort()
    const property = fc.property(shuffled, ([spans, others]) => {
      expect(idsOf(others)).toEqual(idsOf(spans))
    })
    fc.assert(property, { numRuns: 1000, seed: 7 })
  })

  it('count as a moment where they take no time, in the middle of another', () => {
    expect(overlapsIn([span(3, 9), span(5, 5)])).toEqual([[span(3, 9), span(5, 5)]])
    expect(overlapsIn([span(5, 5), span(5, 5)])).toEqual([])
  })

  it('cannot be compared where they end before they begin, or at no moment', () => {
    expect(() => overlapsIn([span(5, 4)])).toThrow('what lasts from 5 until 4 cannot be compared')
    expect(() => overlapsIn([span(Number.NaN, 4)])).toThrow('from NaN')
    expect(() => overlapsIn([span(1, Number.NaN)])).toThrow('until NaN')
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
    for (const why of ['never', 'drop']) {
      expect(requests(`dispatcher takes K-1\n dispatcher loses K-1 by ${why}\n dispatcher takes K-2`)).toMatch(/^loaded-twice/)
    }
    expect(requests('dispatcher takes K-1\n dispatcher refuses K-1\n dispatcher takes K-2\n dispatcher answers K-2')).toBe('pass')
  })

  it.each(['disconnect', 'crash', 'half-open', 'garble', 'connection closed'])(
    'does not judge a load that ended by %s',
    (why) => {
      const again = 'dispatcher takes K-2\n dispatcher answers K-2'
      expect(requests(`dispatcher takes K-1\n dispatcher loses K-1 by ${why}\n ${again}`)).toMatch(/^pass/)
      expect(requests(`dispatcher takes K-1\n ${again}\n dispatcher loses K-1 by ${why}`)).toMatch(/^pass/)
      // What waits behind it on its connection is lost with it, though nothing is said of that.
      expect(requests(`dispatcher takes K-1\n dispatcher takes L-3\n dispatcher loses L-3 by ${why}\n ${again}`)).toMatch(/^pass/)
    },
  )

  it('judges what was answered before its connection was lost, and what has another one', () => {
    const lost = 'dispatcher loses L-3 by disconnect'
    const twice = 'dispatcher takes K-1\n dispatcher takes K-2\n dispatcher answers K-1\n dispatcher answers K-2'
    expect(requests(`dispatcher takes L-3\n ${twice}\n ${lost}`)).toMatch(/^loaded-twice/)
    expect(requests(`dispatcher takes L-3 on c2\n ${lost}\n dispatcher takes K-1\n dispatcher takes K-2`)).toMatch(
      /^loaded-twice/,
    )
  })

  it('takes a load for one that was given up, once a caller failed or gave up', () => {
    const later = 'bob calls K-2\n dispatcher takes K-2\n dispatcher answers K-2\n bob gets K-2'
    for (const ends of ['ann fails time-out', 'ann gives up']) {
      const first = `ann calls K-1\n dispatcher takes K-1`
      expect(requests(`${first}\n dispatcher loses K-1 by drop\n ${ends}\n ${later}`)).toBe('pass')
      expect(requests(`${first}\n ${ends}\n ${later}\n dispatcher answers K-1`)).toBe('pass')
      expect(requests(`ann calls L-3\n ${ends}\n dispatcher takes K-1\n ${later}`)).toMatch(/^loaded-twice/)
    }
  })

  it('takes a load for over at the first of two answers', () => {
    const twice = 'dispatcher takes K-1\n dispatcher answers K-1\n dispatcher takes K-2\n dispatcher answers K-1'
    expect(requests(`${twice}\n dispatcher answers K-2`)).toBe('pass')
  })

  it('refuses to judge what it is not told of, and says where there was nothing', () => {
    // @ts-expect-error: it would pass for ever.
    expect(() => loadedOnce({})).toThrow(/^BAD_OPTION: (.|\n)*neither `key` nor `loads`/)
    expect(loadedOnce({ key }).judge(tell(''))).toMatchObject({ message: 'loaded-once: nothing to judge (nothing was loaded)' })
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

  it('lets an owner in again, and nobody else', () => {
    const outer: Section = { by: "ann's move", owner: 'ann', from: 1, until: 9 }
    expect(seen(outer, { by: "ann's delete", owner: 'ann', from: 2, until: 3 })).toBe('pass')
    expect(seen(outer, { by: "bob's delete", owner: 'bob', from: 2, until: 3 })).toMatch(/^both-inside/)
    expect(seen(outer, { by: "bob's delete", from: 2, until: 3 })).toMatch(/^both-inside/)
    expect(seen({ by: 'ann', from: 1, until: 9 }, { by: 'ann', from: 2, until: 3 })).toMatch(/^both-inside/)
  })

  it('knows nothing where a section ends before it begins, and says where there was none', () => {
    const oracle = (...sections: Section[]) => mutualExclusion({ sections: () => sections })
    expect(said(oracle({ by: 'ann', from: 5, until: 1 }))).toMatch(/^oracle-threw: .*from 5 until 1/)
    expect(oracle().judge(tell(''))).toMatchObject({ message: 'mutual-exclusion: nothing to judge (nobody was inside)' })
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

  it('lets an owner have it renewed, and nobody else be given it', () => {
    const lease = (to: string, from: number, owner = to): Given => ({ answer: 'a', to, owner, from, until: from + 5 })
    expect(given(lease('ann', 1), lease('ann', 3))).toBe('pass')
    expect(given(lease('ann', 1), lease('ann', 3), lease('bob', 5))).toBe(
      'given-twice: port a was given to ann and bob at the same time',
    )
    expect(given({ answer: 'a', to: 'ann', from: 1, until: 5 }, lease('ann', 3))).toMatch(/^given-twice/)
  })

  it('says where nothing was given', () => {
    const none = uniqueAnswers({ given: () => [], what: 'port' }).judge(tell(''))
    expect(none).toMatchObject({ outcome: 'pass', message: 'unique-answers: nothing to judge (no port was given)' })
  })
})
