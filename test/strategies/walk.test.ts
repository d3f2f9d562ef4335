// What visits have shown, from their counts: no more is claimed than was seen.
import { describe, expect, test } from 'vitest'
import { claimOf, type Walk } from '../../harness/strategies/walk.js'

const walk = (changes: Partial<Walk>): Walk => ({
  atMost: null,
  visited: [1, 5, 3],
  born: [0, 5, 20],
  cutShort: 0,
  strayed: 0,
  kinds: ['run'],
  ...changes,
})

const claimed = (changes: Partial<Walk>): string => claimOf(walk(changes)).sentence

describe('a claim', () => {
  test('names the number of deviations up to which all were visited', () => {
    expect(claimed({})).toBe(
      '9 interleavings, among them all with at most 1 deviation (choices of run); not exhaustive: 17 prefixes are left',
    )
  })

  test('says so where nothing but the calm schedule was to be visited', () => {
    expect(claimOf(walk({ atMost: 0, visited: [1], born: [] }))).toEqual({
      complete: true,
      sentence: 'all 1 interleavings with at most 0 deviations (choices of run)',
    })
    expect(claimed({ visited: [1, 4], born: [0, 5, 20] })).toMatch(/^5 interleavings \(/)
    expect(claimed({ visited: [], born: [] })).toBe('0 interleavings (choices of run); not exhaustive: nothing was run')
  })

  test.each([
    [
      { cutShort: 6 },
      '9 interleavings (choices of run); not exhaustive: 6 ended at a limit or let something escape, 17 prefixes are left',
    ],
    [{ strayed: 1 }, '9 interleavings (choices of run); not exhaustive: 1 did not follow their prefix, 17 prefixes are left'],
    [
      { atMost: 2, visited: [1, 5, 20], cutShort: 1 },
      '26 interleavings (choices of run); not exhaustive: 1 ended at a limit or let something escape',
    ],
  ])('names none where an execution may have hidden others: %o', (changes, sentence) => {
    expect(claimed(changes)).toBe(sentence)
  })
})
