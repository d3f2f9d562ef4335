// Who waits for whom where nobody moves any more: for somebody only where an execution shows it, and never for oneself.
import '../../../harness/register.js'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { timeline } from '../../../harness/reporters/timeline.js'
import { ROOT } from '../../support/crosswire.js'
import { explained, linesWith, subjectOf } from './explained.js'
import * as waiting from './waiting.js'

const FILE = join(ROOT, 'test/search/explain/waiting.ts')

const places = (tag: string): string[] =>
  linesWith(FILE, `waits: ${tag}`).map((line) => `${relative(process.cwd(), FILE)}:${line}`)

test('who was not there yet when it was woken waits for ever, at the line of its wait, whatever its function is called', async () => {
  const { execution, waits = [] } = await explained(subjectOf('missedByOne', waiting.missedByOne))
  const [at] = places('missedByOne')
  expect(waits).toEqual([{ actor: 'ann', waitsFor: null, in: 'ann', at }])
  const drawn = timeline(execution, { waits })
  expect(drawn).toContain(`waits for ever at ${at}`)
  expect(drawn).not.toContain('waits for ann')
})

test('who was pushed from its only place in a queue waits for nobody who is left', async () => {
  const { waits } = await explained(subjectOf('oneSlot', waiting.oneSlot))
  expect(waits).toEqual([expect.objectContaining({ actor: 'ann', waitsFor: null, at: places('oneSlot')[0] })])
})

test('whoever made a promise is not the one who settles it: who does so where all is well is told', async () => {
  const { waits } = await explained(subjectOf('madeByOne', waiting.madeByOne))
  const [ann, bob, carl] = places('madeByOne')
  expect(waits).toEqual([
    { actor: 'ann', waitsFor: 'carl', in: 'ann', at: ann },
    { actor: 'bob', waitsFor: 'carl', in: 'bob', at: bob },
    { actor: 'carl', waitsFor: null, in: 'carl', at: carl },
  ])
})

const { returned, handedOver } = waiting

test.each(Object.entries({ returned, handedOver }))('who returns a promise waits where that was made: %s', async (name, body) => {
  const { execution, waits = [] } = await explained(subjectOf(name, body))
  const [at] = places(name)
  expect(waits).toEqual([{ actor: 'consumer', waitsFor: null, in: 'take', at }])
  expect(timeline(execution, { waits, width: 200 })).toContain(`waits for ever at ${at}`)
})

test('where no line of a caller is known, that of the body is not told in its place', async () => {
  const { waits } = await explained(subjectOf('noLine', waiting.noLine))
  expect(waits).toEqual([{ actor: 'ann', waitsFor: null }])
})
