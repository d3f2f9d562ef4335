// What vitest keeps in the worker that runs a test file, as far as a race needs it: no function of its public door tells it.
import type { ContextRPC, RuntimeRPC, SerializedConfig } from 'vitest'

export interface WorkerState {
  readonly ctx: ContextRPC
  readonly config: SerializedConfig
  readonly rpc: WorkerRpc
}

/** A method called `asEvent` has its message sent before it returns, and expects no answer. */
export type WorkerRpc = {
  readonly [Method in keyof RuntimeRPC]: RuntimeRPC[Method] & {
    asEvent(...args: Parameters<RuntimeRPC[Method]>): unknown
  }
}

/** Of this worker. Throws outside of vitest, where no test can be declared anyway. */
export const workerState = (): WorkerState => {
  const state = (globalThis as { __vitest_worker__?: WorkerState }).__vitest_worker__
  if (state === undefined) throw new Error('crosswire/vitest was imported outside of a test file of vitest')
  return state
}
