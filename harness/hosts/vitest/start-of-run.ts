// Where a run of vitest began, as long as no test has changed anything about it.
import { isMainThread } from 'node:worker_threads'
import type { RerunPlace } from './rerun-line.js'
import { optionsOfThisRun } from './started-with.js'

export interface StartOfRun {
  readonly place: RerunPlace
  /** Of the process that must not be outlived; `null` in a worker thread, which cannot. */
  readonly parentPid: number | null
}

/** To be asked when a test file is loaded. */
export const startOfRun = (): StartOfRun => {
  const cwd = process.cwd()
  return {
    place: { cwd, calledFrom: process.env.INIT_CWD ?? cwd, options: optionsOfThisRun() },
    parentPid: isMainThread ? process.ppid : null,
  }
}
