// emptied and restored: what they say of the state at the end, and when they say nothing.
import { describe, expect, it } from 'vitest'
import { judge, type Oracle } from '../../harness/core/verdict.js'
import { emptied } from '../../harness/oracles/emptied.js'
import { restored } from '../../harness/oracles/restored.js'
import { type Rest, tell } from './tell.js'

const DONE = 'ann calls TAG-1\n ann gets TAG-1'

const said = (oracle: Oracle, story = DONE, rest: Rest = {}): string =>
  judge([oracle], tell(story, rest))
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? `pass: ${message}` : `${symptom}: ${message}`))
    .join('; ')

const left = (tables: Readonly<Record<string, readonly string[]>>) => emptied({ tables: () => tables })
const ambient = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  restored({ before: () => before, after: () => after })

describe('emptied', () => {
  it('rejects a table that still holds something and accepts the repaired twin', () => {
    expect(said(left({ 'the run table': ['run-1', 'run-2'], 'the approval table': [] }))).toBe(
      'left-behind: the run table still holds run-1 and run-2',
    )
    expect(said(left({ 'the run table': [], 'the approval table': [] }))).toBe('pass: nothing was left behind in any table')
  })

  it('names every table, and counts what is too much to list', () => {
    expect(said(left({ a: ['1', '2', '3', '4', '5'], b: ['x'] }))).toBe(
      'left-behind: a still holds 1, 2, 3 and 2 more and b still holds x',
    )
  })
})

describe('restored', () => {
  it('rejects a value that is another afterwards and accepts the repaired twin', () => {
    expect(said(ambient({ MODE: 'a' }, { MODE: 'b' }))).toBe('changed: MODE was "a" before and is "b" after')
    expect(said(ambient({ MODE: 'a' }, { MODE: 'a' }))).toBe('pass: everything is what it was before')
  })

  it('tells absent from empty, and takes a name that is missing for absent', () => {
    expect(said(ambient({}, { MODE: '' }))).toBe('changed: MODE was absent before and is "" after')
    expect(said(ambient({ MODE: 'a' }, {}))).toBe('changed: MODE was "a" before and is absent after')
    expect(said(ambient({ MODE: undefined }, {}))).toMatch(/^pass/)
    expect(said(ambient({}, { MODE: 'undefined' }))).toMatch(/^changed/)
  })

  it('compares by what is inside', () => {
    expect(said(ambient({ dirs: ['a', { b: 1 }] }, { dirs: ['a', { b: 1 }] }))).toMatch(/^pass/)
    expect(said(ambient({ dirs: ['a'] }, { dirs: ['a', 'b'] }))).toBe('changed: dirs was ["a"] before and is ["a","b"] after')
  })
})

describe.each([
  ['emptied', left({ runs: ['run-1'] })],
  ['restored', ambient({}, { MODE: '1' })],
])('%s', (name, oracle) => {
  it('judges nothing where the execution was cut short or a call was given up', () => {
    for (const end of ['deadlock', 'limit', 'threw'] as const) {
      expect(said(oracle, DONE, { end })).toBe('pass: not judged: the execution was cut short')
    }
    expect(said(oracle, 'ann calls TAG-1\n ann gives up')).toBe('pass: not judged: a call was given up')
    const lost = 'ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher loses TAG-1\n ann gets TAG-1'
    expect(said(oracle, lost)).not.toMatch(/^pass/)
  })

  it('goes by its name, and is unknown where the execution cannot be read', () => {
    expect(oracle.name).toBe(name)
    const broken = (): never => {
      throw new TypeError('nothing was observed')
    }
    const unreadable =
      name === 'emptied' ? emptied({ name: 'x', tables: broken }) : restored({ name: 'x', before: broken, after: broken })
    expect(judge([unreadable], tell(DONE))).toMatchObject([{ oracle: 'x', outcome: 'unknown' }])
  })
})
