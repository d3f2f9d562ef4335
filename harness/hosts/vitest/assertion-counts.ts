// What vitest counts of a test's assertions, and holds against what the test has announced.
import type { TestContext } from 'vitest'
import { workerState } from './worker-state.js'

export type Expect = TestContext['expect']

export type Counts = Required<
  Pick<
    ReturnType<Expect['getState']>,
    | 'assertionCalls'
    | 'expectedAssertionsNumber'
    | 'expectedAssertionsNumberErrorGen'
    | 'isExpectingAssertions'
    | 'isExpectingAssertionsError'
  >
>

export const countsOf = (expect: Expect): Counts => {
  const {
    assertionCalls,
    expectedAssertionsNumber = null,
    expectedAssertionsNumberErrorGen = null,
    ...others
  } = expect.getState()
  const { isExpectingAssertions = false, isExpectingAssertionsError = null } = others
  return {
    assertionCalls,
    expectedAssertionsNumber,
    expectedAssertionsNumberErrorGen,
    isExpectingAssertions,
    isExpectingAssertionsError,
  }
}

/** Throws what vitest throws after a try: `expect.assertions(n)`, `expect.hasAssertions()` and `requireAssertions` of the config. */
export const assertCounts = (expect: Expect): void => {
  const { assertionCalls, expectedAssertionsNumber, expectedAssertionsNumberErrorGen, ...others } = countsOf(expect)
  if (expectedAssertionsNumber !== null && assertionCalls !== expectedAssertionsNumber) {
    const { message = 'assertions are missing' } = expectedAssertionsNumberErrorGen?.() ?? {}
    throw nowhere(message)
  }
  if (assertionCalls > 0) return
  if (others.isExpectingAssertions) throw others.isExpectingAssertionsError
  if (workerState().config.expect.requireAssertions === true) throw nowhere('expected any number of assertion, but got none')
}

/** What is missing has no line. */
const nowhere = (message: string): Error => {
  const error = new Error(message)
  error.stack = `${error.name}: ${message}`
  return error
}
