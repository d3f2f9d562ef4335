// Where virtual time differs from real time, and why.
import { type Deviation, without } from '../deviation.js'

export const deviations: readonly Deviation[] = [
  {
    script: 'a timer of 20 ms, by the clock',
    reason:
      'Timers are punctual, to the hundredth of a millisecond that a step takes, unless the schedule makes one late; real ones are ' +
      'always a little late.',
    agree: without(/^late by /),
  },
  {
    script: 'computing for a while, by the clock',
    reason:
      'Computing takes no time: code that does not wait for anything is as if it were infinitely fast, and makes no timer late. A ' +
      'loop that waits for the clock sees it move.',
    agree: without(/^computed for /),
  },
]
