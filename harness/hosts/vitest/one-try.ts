// An execution is one try of its test: what vitest does around a try is done around each execution, since it sees only the race.
//
// Mocks are cleared as the config says, assertions are counted, soft failures belong to the execution that made them, and snapshots
// are compared, never written.
import { expect as globalExpect, type TestContext, vi } from 'vitest'
import type { World } from '../../callers/world.js'
import { assertCounts, countsOf } from './assertion-counts.js'
import { refuseHooks } from './hooks.js'
import { nowRuns } from './last-words.js'
import { comparingOnly, unwritten } from './snapshots.js'
import { softFailures } from './soft.js'
import { workerState } from './worker-state.js'

/** What of vitest's own test context has a meaning in an execution. */
export type RaceContext = Pick<TestContext, 'expect' | 'task'>

export type VitestRaceBody = (world: World, context: RaceContext) => unknown

export interface Tries {
  /** The body as a search runs it. */
  readonly body: (world: World) => Promise<void>
  /** To be called once the race is over: vitest then finds what the last execution has asserted. */
  conclude(): void
}

/** `context`: of the test that the race is. */
export const triesOf = (body: VitestRaceBody, context: TestContext): Tries => {
  const { task } = context
  // Vitest counts in a test's own `expect` as soon as there is one: it is made only for a body that takes it.
  const expect = body.length > 1 ? context.expect : globalExpect
  // What hooks have demanded (`beforeEach(() => expect.hasAssertions())`) is demanded of each execution.
  const atFirst = countsOf(expect)
  let last = atFirst
  const oneTry = async (world: World): Promise<void> => {
    const soft = softFailures(task)
    try {
      await body(world, { task, expect })
      await soft.throwFirst()
    } finally {
      soft.forget()
    }
  }
  return {
    async body(world) {
      nowRuns(task)
      // Of a neighbour, where tests are concurrent.
      const others = countsOf(expect)
      expect.setState(atFirst)
      clearMocks()
      const endComparing = comparingOnly(task)
      const assertNoHooks = refuseHooks(task)
      try {
        await oneTry(world)
        assertCounts(expect)
      } catch (error) {
        throw unwritten(error) ?? error
      } finally {
        last = countsOf(expect)
        expect.setState(others)
        endComparing()
        assertNoHooks()
      }
    },
    conclude: () => expect.setState(last),
  }
}

/** As vitest does before each try of a test. */
const clearMocks = (): void => {
  const { restoreMocks, mockReset, clearMocks, unstubEnvs, unstubGlobals } = workerState().config
  if (restoreMocks) vi.restoreAllMocks()
  if (mockReset) vi.resetAllMocks()
  if (clearMocks) vi.clearAllMocks()
  if (unstubEnvs) vi.unstubAllEnvs()
  if (unstubGlobals) vi.unstubAllGlobals()
}
