// Starts a mock dispatcher inside an execution: as its own actor, where the transport wants it, its choices asked of the schedule.
import path from 'node:path'
import type { DispatcherAddress, DispatcherSpec } from '../core/dispatcher-spec.js'
import { DISPATCHER, type HistoryRecorder } from '../core/history.js'
import type { Controls } from '../core/runtime.js'
import { type RunningDispatcher, serveDispatcher } from '../dispatchers/serve-dispatcher.js'

export interface StartedDispatcher extends RunningDispatcher {
  /** Never settles, but where the dispatcher's description is at fault: then it rejects with a `HarnessError`. */
  readonly failure: Promise<never>
}

export interface StartOptions {
  /** Default: the execution's own history. */
  readonly recorder?: HistoryRecorder
  /** Tells several dispatchers of one execution apart. Default: the name of the socket is `dispatcher.sock`. */
  readonly name?: string
}

/** What the dispatcher leaves open is no leak of the subject. */
export const startDispatcher = async (
  controls: Controls,
  spec: DispatcherSpec,
  options: StartOptions = {},
): Promise<StartedDispatcher> => {
  const { recorder = controls, name = DISPATCHER } = options
  controls.own(DISPATCHER)
  let fail: (error: unknown) => void = () => {}
  const failure = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Whoever races against it hears of it; nobody else needs to.
  failure.catch(() => {})
  const running = await controls.as(DISPATCHER, () =>
    serveDispatcher(spec, {
      decide: (kind, what, labels) => controls.choose(kind, what, labels),
      recorder,
      listenAt: placeIn(controls, spec.transport, name),
      step: () => controls.step(),
      onFailure: fail,
    }),
  )
  return { ...running, failure, close: () => controls.as(DISPATCHER, running.close) }
}

const placeIn = (controls: Controls, transport: DispatcherSpec['transport'] = 'uds', name: string): DispatcherAddress => {
  if (transport === 'tcp') return { transport, host: '127.0.0.1', port: 0 }
  const dir = controls.dir()
  return transport === 'file' ? { transport, dir } : { transport, path: path.join(dir, `${name}.sock`) }
}
