// no-use-after-close: by stories in letters, `+a` opens a, `a` uses it, `-a` closes it.
import { describe, expect, test } from 'vitest'
import { noUseAfterClose, type Touch } from '../../harness/oracles/no-use-after-close.js'
import { tell } from './tell.js'

const touches = (story: string): Touch[] =>
  story.split(' ').map((word, event) => {
    const type = word.startsWith('+') ? 'open' : word.startsWith('-') ? 'close' : 'use'
    return { key: `row ${word.replace(/^[+-]/, '')}`, type, what: { open: 'insert', use: 'read', close: 'end' }[type], event }
  })

const judged = (story: string) => [noUseAfterClose({ touches: () => touches(story) }).judge(tell(''))].flat()
const said = (story: string): string =>
  judged(story)
    .map(({ outcome, symptom, message }) => `${symptom ?? outcome}: ${message}`)
    .join('; ')

describe('passes', () => {
  test.each(['a', '+a a -a', '-a', '+a -a +a a -a', '+a +b -a b -b', '-a +a a'])('%s', (story) => {
    expect(said(story)).toBe('pass: nothing was used after it was closed')
  })
})

describe('fails', () => {
  test.each([
    ['+a -a a', 'used-after-close: row a was used (read) after it was closed (end)'],
    ['+a +b -a b a -b', 'used-after-close: row a was used (read) after it was closed (end)'],
    ['+a -a +a -a a', 'used-after-close: row a was used (read) after it was closed (end)'],
    ['+a -a -a', 'closed-twice: row a was closed again (end) after end'],
    [
      '-a -b a b a -b',
      'used-after-close: row a was used (read) after it was closed (end) and row b was used (read) after it was closed (end); ' +
        'closed-twice: row b was closed again (end) after end',
    ],
  ])('%s', (story, message) => {
    expect(said(story)).toBe(message)
  })

  test('the events that show it are those of the closing and of the use', () => {
    expect(judged('+a -a +b a b a')).toMatchObject([{ outcome: 'fail', events: [1, 3, 5] }])
  })
})

test('an execution in which nothing was touched passes, and its name can be another', () => {
  const oracle = noUseAfterClose({ name: 'rows', touches: () => [] })
  expect(oracle.name).toBe('rows')
  expect(oracle.judge(tell(''))).toMatchObject({ oracle: 'rows', outcome: 'pass' })
})
