// How a race fails the test that it is.
import type { HarnessError } from '../core/errors.js'
import type { Execution } from '../core/execution.js'
import { placeIn } from '../runtimes/node/kernel/frames.js'

export interface RaceErrorPlace {
  /** Its error, if one was thrown, has the line that a host shows. */
  readonly execution: Execution | null
  /** Stack of where the race was declared: shown where nothing was thrown. */
  readonly declaredAt: string
}

/** Its message is the whole story; its stack leads to the assertion that failed, and through none of ours. */
export class RaceError extends Error {
  constructor(text: string, { execution, declaredAt }: RaceErrorPlace) {
    super(text)
    this.name = 'RaceError'
    const frames = framesOf(execution?.end.error?.stack ?? '')
    this.stack = `${this.name}: ${text}\n${frames === '' ? framesOf(declaredAt) : frames}`
  }
}

/** A refusal as a host shows it: at the line that declared the race, since it was thrown by nobody's code but ours. */
export const refusedAt = (declaredAt: string, { name, message }: HarnessError): Error => {
  const error = new Error(message)
  error.name = name
  error.stack = `${name}: ${message}\n${framesOf(declaredAt)}`
  return error
}

const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && placeIn(`\n${line}`) !== null)
    .join('\n')
