// subject-errors: exceptions and rejections that reached nobody.
import { describe, expect, it } from 'vitest'
import type { EndKind, Leftover } from '../../harness/core/execution.js'
import { type SubjectErrorsOptions, subjectErrors } from '../../harness/oracles/subject-errors.js'
import { leftover, tell } from './tell.js'

const said = (leftovers: readonly Leftover[], options: SubjectErrorsOptions = {}, end: EndKind = 'completed') =>
  [subjectErrors(options).judge(tell('', { leftovers, end }))]
    .flat()
    .map(({ outcome, symptom, message }) => `${outcome} ${symptom}: ${message}`)
const PASS = ['pass undefined: no error went astray']

describe('subject-errors', () => {
  it('rejects an uncaught error and an unhandled rejection, each by its symptom', () => {
    expect(said([leftover('rejection', 'Error: y', 'bob'), leftover('error', 'TypeError: x')])).toEqual([
      'fail error: uncaught: TypeError: x (ann)',
      'fail rejection: unhandled rejection: Error: y (bob)',
    ])
    expect(said([])).toEqual(PASS)
  })

  it('judges every end: an error explains a deadlock', () => {
    expect(said([leftover('error', 'TypeError: x')], {}, 'deadlock')).toHaveLength(1)
  })

  it('leaves open resources to the oracle of leaks', () => {
    expect(said([leftover('socket', 'rpc')])).toEqual(PASS)
  })

  it('allows what the user allows', () => {
    const abort = leftover('rejection', 'AbortError: aborted')
    expect(said([abort], { allow: ({ what }) => what.startsWith('AbortError') })).toEqual(PASS)
  })

  it('blames nobody for an error of the dispatcher', () => {
    expect(said([leftover('error', 'TypeError: no tool', 'dispatcher')])).toEqual([
      'unknown dispatcher: the mock dispatcher itself failed: TypeError: no tool',
    ])
  })
})
