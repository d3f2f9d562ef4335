// Verdicts of an execution: what oracles say, and what its end says by itself.
import { describe, expect, test } from 'vitest'
import type { End, Execution, Leftover } from '../../harness/core/execution.js'
import { calm } from '../../harness/core/policy.js'
import type { Oracle, Outcome, Verdict } from '../../harness/core/verdict.js'
import { createJudge, sameFailure } from '../../harness/search/verdicts.js'
import { runToy, toy, toySettings } from '../strategies/toy-runtime.js'

const completed = runToy(
  toy(() => ({ threads: {} })),
  toySettings({ policy: calm }),
)
const ended = (end: End, leftovers: readonly Leftover[] = []): Execution => ({ ...completed, end, leftovers })
const error: Leftover = { kind: 'rejection', what: 'Error: nobody cared', actor: 'ann', referenced: false }
const saying = (name: string, ...outcomes: Outcome[]): Oracle => ({
  name,
  judge: () => outcomes.map((outcome): Verdict => ({ oracle: name, outcome, message: name })),
})

describe('verdicts', () => {
  test('passes are left out of the hot path and shown in a report', () => {
    const judge = createJudge([saying('a', 'pass'), saying('b', 'pass', 'unknown', 'fail')])
    expect(judge.notPassing(completed).map(({ outcome }) => outcome)).toEqual(['unknown', 'fail'])
    expect(judge.all(completed).filter(({ oracle }) => ['a', 'b'].includes(oracle))).toHaveLength(4)
  })

  test('a single verdict counts like a list of one, and one that passes costs no list', () => {
    const one = (outcome: Outcome): Oracle => ({ name: 'one', judge: () => ({ oracle: 'one', outcome, message: '' }) })
    expect(createJudge([one('fail')]).notPassing(completed)).toHaveLength(1)
    const judge = createJudge([one('pass')])
    expect(judge.notPassing(completed)).toBe(judge.notPassing(completed))
  })

  test('an oracle that throws is unknown, with its message', () => {
    const broken: Oracle = {
      name: 'broken',
      judge: () => {
        throw new Error('oops')
      },
    }
    expect(createJudge([broken]).notPassing(completed)).toMatchObject([
      { oracle: 'broken', outcome: 'unknown', message: expect.stringContaining('oops') },
    ])
  })

  test.each([
    ['deadlock', 'never-settles', 'fail'],
    ['stuck', 'never-settles', 'fail'],
    ['threw', 'threw', 'fail'],
    ['crashed', 'threw', 'fail'],
    ['limit', 'never-settles', 'unknown'],
    ['out-of-control', 'threw', 'unknown'],
  ] as const)('an end by %s never passes, even without oracles: %s %s', (kind, oracle, outcome) => {
    expect(createJudge([]).notPassing(ended({ kind, message: '' }))).toMatchObject([{ oracle, outcome, symptom: kind }])
  })

  test('what was thrown is told apart by its name', () => {
    const end: End = { kind: 'threw', message: 'boom', error: { name: 'TypeError', message: 'boom' } }
    expect(createJudge([]).notPassing(ended(end))).toMatchObject([{ symptom: 'TypeError', message: 'boom' }])
  })

  test('an oracle of that name answers for the end itself', () => {
    const judge = createJudge([saying('never-settles', 'pass'), saying('threw', 'pass')])
    expect(judge.notPassing(ended({ kind: 'deadlock', message: '' }))).toEqual([])
    expect(judge.notPassing(ended({ kind: 'threw', message: '' }))).toEqual([])
  })

  test('errors that reached nobody are failures, unless an oracle answers for them', () => {
    const execution = ended({ kind: 'completed', message: '' }, [{ ...error, kind: 'socket' }, error])
    expect(createJudge([]).notPassing(execution)).toMatchObject([
      { oracle: 'subject-errors', outcome: 'fail', symptom: 'rejection', message: expect.stringContaining(error.what) },
    ])
    expect(createJudge([saying('subject-errors', 'pass')]).notPassing(execution)).toEqual([])
  })

  test('a failure is the same by oracle and symptom, whatever its message', () => {
    const verdict: Verdict = { oracle: 'a', outcome: 'fail', symptom: 's', message: 'ann' }
    const others: Verdict[] = [
      { ...verdict, symptom: 't' },
      { ...verdict, outcome: 'unknown' },
      { ...verdict, message: 'bob' },
    ]
    expect(sameFailure(verdict, others)).toBe(others[2])
  })
})
