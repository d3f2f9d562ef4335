// Time limits of fast-check's that would count inside an execution: around it there are plugins for them.
import { HarnessError, isHarnessError } from '../../core/errors.js'
import type { Details, TimeLimits } from './assessment.js'

export const timeLimitInside = (found: string): HarnessError =>
  new HarnessError('BAD_OPTION', 'a time limit of fast-check counts inside each execution, where time is virtual', {
    found,
    expected:
      'plugins: [fc.timeout(ms), fc.interruptAfterTimeLimit(ms), race()]: limits before race(), around all schedules of a value',
    usually: 'the limit stands among the parameters of fc.assert, or its plugin behind race()',
  })

/** Throws `BAD_OPTION` where such a limit is set that works by real time, or is what has gone wrong. */
export const assertNoTimeLimits = ({ runConfiguration }: Details, broken: { readonly error: unknown } | null): void => {
  const { skipAllAfterTimeLimit, interruptAfterTimeLimit, timeout }: TimeLimits = runConfiguration
  if (skipAllAfterTimeLimit !== undefined) throw timeLimitInside('skipAllAfterTimeLimit')
  if (interruptAfterTimeLimit !== undefined) throw timeLimitInside('interruptAfterTimeLimit')
  if (broken !== null && isTimerOfFastCheck(broken.error)) throw timeLimitInside(timeout === undefined ? 'fc.timeout' : 'timeout')
}

/** It took the real timers, since it was loaded before crosswire. */
const isTimerOfFastCheck = (error: unknown): boolean =>
  isHarnessError(error) && error.code === 'NOT_REGISTERED' && /[\\/]fast-check[\\/]lib[\\/]/.test(error.summary)
