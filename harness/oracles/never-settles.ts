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
  return who === null
    ? nobodyNamed(end, 'only periodic timers still run')
    : `${who}: only periodic or unreferenced timers are left`
}

/** `ann: terminal TAG-1`, as runtimes write it: who waits, and for what. */
const WAITER = /^([^:]+): (.+)$/

const waiters = ({ waiting = [] }: End): string | null => {
  const parts = waiting.map((text) => WAITER.exec(text) ?? [text, text])
  const names = distinct(parts.map(([, name = '']) => name))
  if (names.length === 0) return null
  if (names.length > 1) return `${listedUpTo(6, names)} wait for ever`
  const what = parts[0]?.[2]
  return `${names[0]} waits for ever${what === undefined ? '' : ` (${what})`}`
}

const nobodyNamed = ({ message }: End, otherwise: string): string => (message === '' ? otherwise : shortened(message, 300))
