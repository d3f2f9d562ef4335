// Rates in words: how many of how many, seconds a run, and the numbers of the simulated search beside them.
import type { RateReport, SearchNumbers } from '../../core/rate-report.js'
import { counted, duration } from '../words.js'

/** `0.61 s`: the mean of a run, with the start of its processes. */
export const secondsARun = ({ ms, runs }: RateReport): string => `${(ms / 1000 / Math.max(1, runs.length)).toFixed(2)} s`

/** `14 of 20`: runs in which what is expected showed. */
export const shownOf = ({ shown, runs }: RateReport): string => `${shown} of ${runs.length}`

/** `1 schedule, 93 ms`, or what was run without a finding. */
export const searchText = ({ scheduleNumber, foundMs, executions, ms, outcome }: SearchNumbers): string => {
  if (scheduleNumber !== null && foundMs !== null) return `${counted(scheduleNumber, 'schedule')}, ${duration(foundMs)}`
  const found = outcome === 'pass' ? 'none' : 'unknown'
  return `${found} in ${counted(executions, 'schedule')}, ${duration(ms)}`
}

/** `bob (2 runs), ann`: who waited in the runs that hung. */
export const waiters = ({ runs }: RateReport): string => {
  const counts = new Map<string, number>()
  for (const { hung } of runs) {
    const names = new Set((hung ?? []).map((text) => text.split(':')[0] as string))
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${counted(count, 'run')})`)).join(', ')
}

/** The smallest rate at which a failure would have shown in `runs` independent runs with 95 %; see `worthOf`. */
export const smallestRate = (runs: number): number => 1 - 0.05 ** (1 / runs)
