// What an end means: each kind of end has exactly one oracle that does not pass it.
import { describe, expect, it } from 'vitest'
import type { End, EndKind } from '../../harness/core/execution.js'
import { judge, worst } from '../../harness/core/verdict.js'
import { defaultOracles, endOracles, withEndOracles } from '../../harness/oracles/defaults.js'
import { invariant } from '../../harness/oracles/invariant.js'
import { neverSettles } from '../../harness/oracles/never-settles.js'
import { ownResponse } from '../../harness/oracles/own-response.js'
import { threw } from '../../harness/oracles/threw.js'
import { leftover, tell } from './tell.js'

const complaints = (end: EndKind | End) => judge(endOracles(), tell('', { end })).filter(({ outcome }) => outcome !== 'pass')

describe('ends', () => {
  it.each([
    ['completed', 'pass', []],
    ['deadlock', 'fail', ['never-settles deadlock']],
    ['stuck', 'fail', ['never-settles stuck']],
    ['threw', 'fail', ['threw threw']],
    ['crashed', 'fail', ['threw crashed']],
    ['limit', 'unknown', ['never-settles limit']],
    ['out-of-control', 'unknown', ['threw out-of-control']],
  ] as const)('%s is a %s', (kind, outcome, by) => {
    expect(complaints(kind).map(({ oracle, symptom }) => `${oracle} ${symptom}`)).toEqual(by)
    expect(worst(judge(endOracles(), tell('', { end: kind })))).toBe(outcome)
  })
})

describe('never-settles', () => {
  const message = (end: End): string => [neverSettles().judge(tell('', { end }))].flat()[0]?.message ?? ''

  it('names who waits', () => {
    expect(message({ kind: 'deadlock', message: 'x', waiting: ['ann at client.ts:21'] })).toBe(
      'ann at client.ts:21 waits for ever',
    )
    expect(message({ kind: 'deadlock', message: '', waiting: ['ann: terminal TAG-1'] })).toBe(
      'ann waits for ever (terminal TAG-1)',
    )
    expect(message({ kind: 'deadlock', message: '', waiting: ['ann', 'bob', 'ann'] })).toBe('ann and bob wait for ever')
  })

  it('says what it knows where nobody is named', () => {
    expect(message({ kind: 'deadlock', message: 'main waits for a lock' })).toBe('main waits for a lock')
    expect(message({ kind: 'deadlock', message: '', waiting: [] })).toBe('nothing can run any more')
    expect(message({ kind: 'stuck', message: '' })).toBe('only periodic timers still run')
    expect(message({ kind: 'stuck', message: 'x', waiting: ['ann'] })).toBe(
      'ann waits for ever: only periodic or unreferenced timers are left',
    )
  })
})

describe('threw', () => {
  const verdict = (end: End) => [threw().judge(tell('', { end }))].flat()[0]

  it('has the name of the error as its symptom and its text as the message', () => {
    const error = { name: 'TypeError', message: 'x is not a function' }
    expect(verdict({ kind: 'threw', message: '', error })).toMatchObject({
      symptom: 'TypeError',
      message: 'TypeError: x is not a function',
    })
    expect(verdict({ kind: 'threw', message: 'ann threw it', error })).toMatchObject({
      symptom: 'TypeError',
      message: 'ann threw it',
    })
  })
})

describe('the defaults', () => {
  it('pass a history in which nothing is wrong', () => {
    const good = tell('ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n ann gets TAG-1')
    expect(judge(defaultOracles(), good).map(({ oracle, outcome }) => `${oracle} ${outcome}`)).toEqual([
      'own-response pass',
      'threw pass',
      'subject-errors pass',
      'never-settles pass',
      'leaks pass',
    ])
  })

  it('take options for the oracles that have some', () => {
    const open = tell('ann calls TAG-1\n ann fails no', { leftovers: [leftover('timer', '5 ms')] })
    expect(worst(judge(defaultOracles(), open))).toBe('fail')
    expect(worst(judge(defaultOracles({ ownResponse: { mayFail: true }, leaks: { allow: ['timer'] } }), open))).toBe('pass')
  })

  it('bring the end oracles to a list of the user’s own, each name once', () => {
    const own = invariant('never-settles', () => true)
    const all = withEndOracles([ownResponse(), own])
    expect(all.map(({ name }) => name)).toEqual(['own-response', 'never-settles', 'threw', 'subject-errors'])
    expect(all[1]).toBe(own)
  })
})
