// Names beside what is said about them, and below each other where a terminal is narrow.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { definitions } from '../../harness/reporters/definitions.js'
import { widthOf } from '../../harness/reporters/text.js'

const races = [
  { name: 'swapped', text: 'a caller receives the answer to another call' },
  { name: 'coalesced-frames', text: 'several answers are read as one' },
]

it('stand beside each other where there is room, long texts under themselves', () => {
  expect(`\n${definitions(races, { width: 50, indent: 2 }).join('\n')}`).toMatchInlineSnapshot(`
    "
      swapped           a caller receives the answer
                        to another call
      coalesced-frames  several answers are read as
                        one"
  `)
})

it('stand below each other where there is none', () => {
  expect(`\n${definitions(races, { width: 40, indent: 2 }).join('\n')}`).toMatchInlineSnapshot(`
    "
      swapped
        a caller receives the answer to
        another call
      coalesced-frames
        several answers are read as one"
  `)
})

it('are never wider than the terminal, and lose no word', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/)
  const row = fc.record({ name: word, text: fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')) })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.integer({ min: 20, max: 90 }), (rows, width) => {
      const lines = definitions(rows, { width, indent: 3 })
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
      const words = rows.flatMap(({ name, text }) => [name, ...text.split(' ')]).filter((each) => each !== '')
      expect(
        lines
          .join(' ')
          .split(/\s+/)
          .filter((each) => each !== ''),
      ).toEqual(words)
    }),
    { seed: 1 },
  )
})
