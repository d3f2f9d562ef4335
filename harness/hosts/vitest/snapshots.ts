// Snapshots in a race: each execution is compared with the same ones, and none is written, since it would be the answer of one schedule.
import { expect, type TestContext } from 'vitest'
import { isError } from '../../core/error-text.js'
import { HarnessError } from '../../core/errors.js'

/** Vitest's state of the snapshots of one file, as far as it is looked into here. */
interface SnapshotState {
  /** `none`, as in CI: what is missing fails and is not written. */
  _updateSnapshot?: string
  /** Forgets what a test has compared: the next try begins with its first snapshot again. */
  clearTest?(testId: string): void
}

/** To be called when an execution begins, and what it returns when it ends. */
export const comparingOnly = (task: TestContext['task']): (() => void) => {
  const state = expect.getState().snapshotState as unknown as SnapshotState | undefined
  if (state === undefined) return () => {}
  state.clearTest?.(task.id)
  const { _updateSnapshot: mode } = state
  if (mode === undefined) return () => {}
  state._updateSnapshot = 'none'
  return () => {
    state._updateSnapshot = mode
  }
}

/** `NOT_IN_A_RACE` where an assertion failed because its snapshot is not there; `null` for all else. */
export const unwritten = (thrown: unknown): HarnessError | null => {
  if (!isError(thrown) || !/^Snapshot `.*` mismatched/s.test(thrown.message) || hasExpected(thrown)) return null
  return new HarnessError('NOT_IN_A_RACE', 'a race compares with snapshots, and this one is not there', {
    found: thrown.message.split('\n')[0] ?? '',
    usually: 'the snapshot was to be written by this run: it would hold what one of the schedules has shown',
    remedy:
      'write the expected value into the test (toEqual, or the text of toMatchInlineSnapshot), or the snapshot with an ordinary test',
  })
}

const hasExpected = (error: Error & { readonly expected?: unknown }): boolean =>
  error.expected !== undefined && error.expected !== 'undefined'
