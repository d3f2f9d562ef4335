// Options and a watched runtime for searches over the toy runtime.
import { onTestFinished, vi } from 'vitest'
import type { Execution } from '../../harness/core/execution.js'
import type { Runtime } from '../../harness/core/runtime.js'
import { real } from '../../harness/runtimes/node/kernel/real.js'
import type { SearchOptions } from '../../harness/search/index.js'
import { portfolio } from '../../harness/strategies/index.js'
import { createToyRuntime } from '../strategies/toy-runtime.js'

export const options = (changes: Partial<SearchOptions> = {}): SearchOptions => ({
  runtime: createToyRuntime(),
  strategy: portfolio(),
  seed: 7,
  budget: { executions: 600 },
  ...changes,
})

/** A runtime that keeps every execution. */
export const watched = (): { runtime: Runtime; executions: Execution[] } => {
  const { name, execute } = createToyRuntime()
  const executions: Execution[] = []
  const runtime: Runtime = {
    name,
    execute: async (body, settings) => {
      const execution = await execute(body, settings)
      executions.push(execution)
      return execution
    },
  }
  return { runtime, executions }
}

/** Until the test ends, searches measure time by `nowMs`: how far they come does not depend on the machine. */
export const onClock = (nowMs: () => number): void => {
  const clock = vi.spyOn(real, 'performanceNow').mockImplementation(nowMs)
  onTestFinished(() => void clock.mockRestore())
}
