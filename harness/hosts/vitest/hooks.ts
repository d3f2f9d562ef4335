// Hooks that a test gives itself while it runs: vitest calls them when the test is over, which for a race is 200 executions too late.
import type { TestContext } from 'vitest'
import { HarnessError } from '../../core/errors.js'

type Hook = (...args: never[]) => unknown
type WithHooks = TestContext['task'] & { onFinished?: Hook[]; onFailed?: Hook[] }

/** Tests whose first execution is over. */
const known = new WeakSet<object>()

/** To be called when an execution begins; what it returns throws `NOT_IN_A_RACE` where the execution has registered a hook. */
export const refuseHooks = (task: WithHooks): (() => void) => {
  const before = { finished: task.onFinished?.length ?? 0, failed: task.onFailed?.length ?? 0 }
  return () => {
    const added = [...(task.onFinished?.slice(before.finished) ?? []), ...(task.onFailed?.slice(before.failed) ?? [])]
    const isRefused = added.some(isUsers)
    // Vitest's own warn of an assertion that nobody has awaited: once is enough.
    if (isRefused || known.has(task)) {
      cut(task.onFinished, before.finished)
      cut(task.onFailed, before.failed)
    }
    known.add(task)
    if (isRefused) throw refusal()
  }
}

/** Vitest wraps those of a user, and none of its own. */
const isUsers = ({ name }: Hook): boolean => name === 'runWithTimeout'

const cut = (hooks: Hook[] | undefined, length: number): void => {
  if (hooks !== undefined) hooks.length = Math.min(hooks.length, length)
}

const refusal = (): HarnessError =>
  new HarnessError('NOT_IN_A_RACE', 'onTestFinished or onTestFailed was called in the body of a race', {
    usually: 'a resource that the body opens is to be closed by the hook',
    remedy:
      'close it in the body (try ... finally): each execution must leave nothing open, and vitest would call the hook after the last one',
  })
