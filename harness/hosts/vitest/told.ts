// What a run without details shows of its races: one line for each test file, on stderr, since stdout may belong to a reporter.
//
// Vitest's default reporter says nothing of a test that passes; each race says the same in an annotation, for reporters that do.
import type { RunnerTask, RunnerTestFile, TestContext } from 'vitest'

/** What a race leaves on its test: reporters with data show it. */
export interface RaceMeta {
  /** Schedules explored; `null` until the race has passed. */
  schedules: number | null
}

declare module 'vitest' {
  interface TaskMeta {
    crosswire?: RaceMeta
  }
}

const over = new WeakSet<RunnerTask>()

/** To be called when a race is over: says what the races of its file came to when it is the last of them. */
export const tellIfLast = (task: TestContext['task'], file: string): void => {
  over.add(task)
  const races = testsIn(task.file).filter(({ meta }) => meta.crosswire !== undefined)
  if (races.some(isToCome)) return
  const counts = races.flatMap(({ meta }) => meta.crosswire?.schedules ?? [])
  if (counts.length === 0) return
  const schedules = counts.reduce((sum, each) => sum + each, 0).toLocaleString('en')
  const where = counts.length === 1 ? 'one race' : `${counts.length} races`
  process.stderr.write(`crosswire: ${file}: ${schedules} schedules explored in ${where}\n`)
}

const testsIn = (task: RunnerTask | RunnerTestFile): RunnerTask[] => ('tasks' in task ? task.tasks.flatMap(testsIn) : [task])

const isToCome = (task: RunnerTask): boolean => {
  const { mode, result } = task
  const isRun = mode === 'run' || mode === 'queued'
  return isRun && !over.has(task) && (result === undefined || result.state === 'run')
}
