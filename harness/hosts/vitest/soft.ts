// Failures that vitest writes down on the test where they happen (`expect.soft`, promises of `expect` that nobody awaits): here they
// are the execution's.
import type { TestContext } from 'vitest'

type Task = TestContext['task']

/** Vitest keeps assertions here that may not have settled when the test ends. */
type WithPromises = Task & { promises?: Promise<unknown>[] }

export interface SoftFailures {
  /** Waits for assertions that nobody has awaited, and throws the first failure that was written down. */
  throwFirst(): Promise<void>
  /** The test is as it was before the execution. */
  forget(): void
}

/** To be called when an execution begins. */
export const softFailures = (task: WithPromises): SoftFailures => {
  const { result } = task
  const before = { state: result?.state, errors: result?.errors?.length ?? 0, promises: task.promises?.length ?? 0 }
  return {
    async throwFirst() {
      for (const promise of task.promises?.slice(before.promises) ?? []) await promise
      const [first] = result?.errors?.slice(before.errors) ?? []
      if (first !== undefined) throw Object.assign(new Error(first.message), first)
    },
    forget() {
      if (result?.errors !== undefined) result.errors.length = Math.min(result.errors.length, before.errors)
      if (result !== undefined && before.state !== undefined) result.state = before.state
      if (task.promises !== undefined) task.promises.length = Math.min(task.promises.length, before.promises)
    },
  }
}
