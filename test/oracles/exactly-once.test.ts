// exactly-once: what is due is done, once, and nothing else.
import { describe, expect, it } from 'vitest'
import { judge } from '../../harness/core/verdict.js'
import { type Done, type ExactlyOnceOptions, exactlyOnce } from '../../harness/oracles/exactly-once.js'
import { type Rest, tell } from './tell.js'

interface Case extends Rest {
  readonly done: readonly Done[]
  readonly due?: readonly Done[]
  readonly may?: readonly string[]
  readonly what?: string
}

const verdictsOn = ({ done, due, may, what = 'finalize of session', ...rest }: Case) => {
  const options: ExactlyOnceOptions = {
    what,
    done: () => done,
    ...(due === undefined ? {} : { due: () => due }),
    ...(may === undefined ? {} : { may: () => may }),
  }
  return judge([exactlyOnce(options)], tell('ann calls TAG-1\n ann gets TAG-1', rest))
}

const said = (story: Case): string =>
  verdictsOn(story)
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))
    .join('; ')

describe('exactly-once', () => {
  it('rejects a key that was done twice and accepts the repaired twin', () => {
    expect(said({ done: ['s-1', 's-2', 's-1'] })).toBe('twice: finalize of session s-1 was done twice')
    expect(said({ done: ['s-1', 's-2', 's-1', 's-1'] })).toBe('twice: finalize of session s-1 was done 3 times')
    expect(said({ done: ['s-1', 's-2'] })).toBe('pass')
  })

  it('misses nothing where a call was given up: it may still be waiting inside the subject', () => {
    const story = 'ann calls TAG-1\n bob calls TAG-2\n ann gets TAG-1\n bob gives up'
    const oracle = exactlyOnce({ done: () => ['s-2'], due: () => ['s-1', 's-2'] })
    expect(judge([oracle], tell(story))[0]?.message).toBe(
      'nothing was done twice; what is missing was not judged: a call was given up',
    )
  })

  it('rejects a due key that was never done', () => {
    expect(said({ done: ['s-2'], due: ['s-1', 's-2'] })).toBe('missing: finalize of session s-1 was never done')
    expect(said({ done: ['s-2', 's-1'], due: ['s-1', 's-2'] })).toBe('pass')
  })

  it('rejects a key that nothing called for, unless it may be done', () => {
    expect(said({ done: ['s-1', 's-2'], due: ['s-1'] })).toBe(
      'undue: finalize of session s-2 was done, though nothing called for it',
    )
    expect(said({ done: ['s-1', 's-2'], due: ['s-1'], may: ['s-2'] })).toBe('pass')
    expect(said({ done: ['s-1'], due: ['s-1'], may: ['s-2'] })).toBe('pass')
  })

  it('allows at most once what may be done', () => {
    expect(said({ done: ['s-2', 's-2'], due: [], may: ['s-2'] })).toBe('twice: finalize of session s-2 was done twice')
  })

  it('gives each symptom a verdict of its own', () => {
    expect(said({ done: ['a', 'a', 'b'], due: ['a', 'c', 'd'] }).split('; ')).toEqual([
      'twice: finalize of session a was done twice',
      'missing: finalize of session c and finalize of session d were never done',
      'undue: finalize of session b was done, though nothing called for it',
    ])
  })

  it('claims nothing missing where the execution was cut short', () => {
    for (const end of ['limit', 'deadlock', 'stuck', 'threw', 'crashed'] as const)
      expect(said({ done: ['s-1'], due: ['s-1', 's-2'], end })).toBe('pass')
    expect(said({ done: ['s-1', 's-1'], due: ['s-1', 's-2'], end: 'limit' })).toMatch(/^twice/)
  })

  it('takes a key that is due twice for one, and passes where nothing was due or done', () => {
    expect(said({ done: ['s-1'], due: ['s-1', 's-1'] })).toBe('pass')
    expect(said({ done: [], due: [] })).toBe('pass')
    expect(said({ done: [] })).toBe('pass')
  })

  it('names the key alone where it is not told what is done, and the first three of many', () => {
    expect(said({ done: ['s-1', 's-1'], what: '' })).toBe('twice: s-1 was done twice')
    expect(said({ done: [], due: ['a', 'b', 'c', 'd', 'e'], what: '' })).toBe('missing: a, b, c and 2 more were never done')
  })

  it('says what is done in the words that it is given', () => {
    const words = { what: 'session', verb: 'finalized' }
    const verdictOn = (done: readonly string[]) =>
      judge([exactlyOnce({ ...words, done: () => done, due: () => ['s-1'] })], tell(''))
    expect(verdictOn(['s-1', 's-1'])[0]?.message).toBe('session s-1 was finalized twice')
    expect(verdictOn([])[0]?.message).toBe('session s-1 was never finalized')
    expect(verdictOn(['s-1'])[0]?.message).toBe('each session was finalized exactly once')
  })

  it('points at the events that show it', () => {
    const done = [
      { key: 's-1', event: 4 },
      { key: 's-2', event: 5 },
      { key: 's-1', event: 9 },
    ]
    expect(verdictsOn({ done })).toEqual([
      {
        oracle: 'exactly-once',
        outcome: 'fail',
        symptom: 'twice',
        message: 'finalize of session s-1 was done twice',
        events: [4, 9],
      },
    ])
    expect(verdictsOn({ done: [], due: [{ key: 's-1', event: 7 }, 's-2'] })[0]).toMatchObject({ symptom: 'missing', events: [7] })
  })

  it('goes by the name that it is given, and is unknown where the execution cannot be read', () => {
    const oracle = exactlyOnce({ name: 'one-end', done: ({ observed }) => (observed as { ended: string[] }).ended })
    expect(oracle.name).toBe('one-end')
    expect(judge([oracle], tell(''))).toMatchObject([{ oracle: 'one-end', outcome: 'unknown', symptom: 'oracle-threw' }])
  })
})
