// What `crosswire/vitest` offers: threads in which vitest loads a test file once more.

import type { RunnerTestSuite, TestContext } from 'vitest'
import * as vitest from 'vitest'
import type { FreshThreads, NoThreads } from '../../stage.js'
import { fullNameOf } from '../rerun-line.js'
import { workerState } from '../worker-state.js'
import { startFreshThread } from './start-fresh-thread.js'

/** There are none in pools whose workers are no plain ones. */
export const freshThreads = (task: TestContext['task']): FreshThreads | NoThreads => {
  const { pool } = workerState().ctx
  if (!POOLS.includes(pool)) return noneIn(pool)
  const test = { file: task.file.filepath, testId: task.id, fullName: fullNameOf(task) }
  let threads = 0
  return {
    start: (request) => startFreshThread({ ...test, ...request, nth: ++threads }),
    reservation: hooksAround(task),
  }
}

const POOLS = ['forks', 'threads']

const noneIn = (pool: string): NoThreads => ({
  because: `in vitest's pool ${pool}, whose workers cannot load a test once more`,
  remedy:
    'run its file in a pool that can: --pool=forks, or --pool=threads; or open what the subject keeps inside the body, or forget it ' +
    'with reset: () => { ... }',
})

/** Hooks around a whole file or suite hold something for all its tests (a server, a table): run once more, they would take it away. */
const hooksAround = ({ suite, file }: TestContext['task']): string | null => {
  const suites: RunnerTestSuite[] = [file]
  for (let each = suite; each !== undefined; each = each.suite) suites.push(each)
  return suites.some(hasHooks)
    ? 'hooks around its file or suite (beforeAll, afterAll, aroundAll) would run beside those that hold'
    : null
}

/** A vitest that does not tell has to be taken for one with hooks. */
const hasHooks = (suite: RunnerTestSuite): boolean => {
  const hooks = (vitest as Partial<typeof vitest>).TestRunner?.getSuiteHooks?.(suite)
  if (hooks === undefined) return true
  const { beforeAll = [], afterAll = [], aroundAll = [] } = hooks
  return beforeAll.length + afterAll.length + aroundAll.length > 0
}
