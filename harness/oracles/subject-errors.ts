// Errors that reached nobody: unhandled rejections, and exceptions thrown out of a callback.
import type { Leftover } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { isOfSubject } from './leaks.js'
import { listedUpTo, shortened } from './sentence.js'

const SUBJECT_ERRORS = 'subject-errors'
const PASS: Verdict = { oracle: SUBJECT_ERRORS, outcome: 'pass', message: 'no error went astray' }

export interface SubjectErrorsOptions {
  /** Says of each error whether it may reach nobody. Default: none may. */
  readonly allow?: (leftover: Leftover) => boolean
}

/**
 * Fails with the symptom `error` (an exception that nobody caught) and with `rejection` (a promise that nobody handled); judged at
 * every end, since errors explain the others. An error in the dispatcher's own code is no finding about the subject: unknown.
 */
export const subjectErrors = ({ allow = () => false }: SubjectErrorsOptions = {}): Oracle => ({
  name: SUBJECT_ERRORS,
  judge: ({ leftovers }) => {
    if (leftovers.length === 0) return PASS
    const errors = leftovers.filter((leftover) => isError(leftover) && !allow(leftover))
    const own = errors.filter(isOfSubject)
    const verdicts = [
      ...verdictOn('error', 'uncaught', own),
      ...verdictOn('rejection', 'unhandled rejection', own),
      ...dispatcherFailed(errors.filter((leftover) => !isOfSubject(leftover))),
    ]
    return verdicts.length === 0 ? PASS : verdicts
  },
})

const isError = ({ kind }: Leftover): boolean => kind === 'error' || kind === 'rejection'

const verdictOn = (kind: 'error' | 'rejection', name: string, errors: readonly Leftover[]): Verdict[] => {
  const own = errors.filter((error) => error.kind === kind)
  if (own.length === 0) return []
  return [{ oracle: SUBJECT_ERRORS, outcome: 'fail', symptom: kind, message: `${name}: ${listedUpTo(3, own.map(described))}` }]
}

const dispatcherFailed = (errors: readonly Leftover[]): Verdict[] => {
  const [first] = errors
  if (first === undefined) return []
  return [
    {
      oracle: SUBJECT_ERRORS,
      outcome: 'unknown',
      symptom: 'dispatcher',
      message: `the mock dispatcher itself failed: ${shortened(first.what, 200)}`,
    },
  ]
}

const described = ({ what, actor }: Leftover): string =>
  actor === '' ? shortened(what, 160) : `${shortened(what, 160)} (${actor})`
