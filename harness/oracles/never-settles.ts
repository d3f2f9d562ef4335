// Whether everybody came to an end: a deadlock or a standstill names who waits.
import type { End } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { distinct, listedUpTo, shortened } from './sentence.js'

const NEVER_SETTLES = 'never-settles'
const PASS: Verdict = { oracle: NEVER_SETTLES, outcome: 'pass', message: 'everybody settled' }

/**
 * Fails where an execution ended in a deadlock (nothing could ever become ready) or `stuck` (only periodic timers ran, or only
 * unreferenced handles were left); the symptom is that end. Unknown where a limit cut the execution short. Calls that an injected
 * fault swallowed are given up by their callers at the standstill and end as `info`, so they never make a deadlock.
 */
export const neverSettles = (): Oracle => ({ name: NEVER_SETTLES, judge: ({ end }) => verdictOn(end) })

const verdictOn = (end: End): Verdict => {
  switch (end.kind) {
    case 'deadlock':
      return {
        oracle: NEVER_SETTLES,
        outcome: 'fail',
        symptom: 'deadlock',
        message: waiters(end) ?? nobodyNamed(end, 'nothing can run any more'),
      }
    case 'stuck':
      return { oracle: NEVER_SETTLES, outcome: 'fail', symptom: 'stuck', message: stuck(end) }
    case 'limit':
      return {
        oracle: NEVER_SETTLES,
        outcome: 'unknown',
        symptom: 'limit',
        message: nobodyNamed(end, 'a limit was met before everybody settled'),
      }
    default:
      return PASS
  }
}

const stuck = (end: End): string => {
  const who = waiters(end)
  const why = nobodyNamed(end, 'only periodic timers still run')
  return who === null ? why : `${who}: ${why}`
}

const waiters = ({ waiting = [] }: End): string | null => {
  const names = distinct(waiting)
  return names.length === 0 ? null : `${listedUpTo(6, names)} ${names.length === 1 ? 'waits' : 'wait'} for ever`
}

const nobodyNamed = ({ message }: End, otherwise: string): string => (message === '' ? otherwise : shortened(message, 300))
