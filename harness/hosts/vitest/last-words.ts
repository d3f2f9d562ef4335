// What is reported of a test file whose thread the watchdog is about to end: what has passed has passed, and the race that hangs has failed.
import type { RunnerTask, TestContext } from 'vitest'
import { setLastWords } from '../../runtimes/node/watchdog/last-words.js'
import { workerState } from './worker-state.js'

type Task = { -readonly [Key in keyof TestContext['task']]: TestContext['task'][Key] }

let running: Task | null = null

/** Before the watchdog starts. */
export const prepareLastWords = (): void => setLastWords(report)

/** An execution of this race begins. */
export const nowRuns = (task: TestContext['task']): void => {
  running = task
}

/** Sends at once: in the middle of a loop no promise of ours would ever settle. */
const report = (text: string): void => {
  if (running === null) return
  running.result = {
    ...running.result,
    state: 'fail',
    errors: [{ name: 'HarnessError', message: text, stack: `HarnessError: ${text}` }],
  }
  const ended = testsIn(running.file).filter(({ result }) => result?.state === 'pass' || result?.state === 'fail')
  workerState().rpc.onTaskUpdate.asEvent(
    ended.map(({ id, result, meta }) => [id, result, meta]),
    ended.map(({ id }) => [id, 'test-finished', undefined]),
  )
}

const testsIn = (task: RunnerTask): RunnerTask[] => ('tasks' in task ? task.tasks.flatMap(testsIn) : [task])
