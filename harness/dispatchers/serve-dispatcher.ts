// Starts a mock dispatcher. It is ordinary node:net and node:fs code: inside an execution it runs simulated, in a process real.
import type { DispatcherAddress, DispatcherSpec } from '../core/dispatcher-spec.js'
import { HarnessError } from '../core/errors.js'
import type { HistoryRecorder } from '../core/history.js'
import { checkSpec } from './check-spec.js'
import type { Choose } from './choose.js'
import { createConnect } from './connection.js'
import { type DeskSetting, type Hold, openDesk } from './desk.js'
import { listenOnFiles } from './file-transport.js'
import { createPauses } from './pauses.js'
import { jsonLines } from './protocols/json-lines.js'
import { resp } from './protocols/resp.js'
import { type Listening, listenOnSockets } from './socket-transport.js'

export interface ServeOptions {
  readonly decide: Choose
  /** Receives an `invoke` for each request as it arrives, and `ok`, `fail` or `info` for what became of it. */
  readonly recorder: HistoryRecorder
  /** Where it listens; port 0 is any free one. Overrides the transport of the spec. */
  readonly listenAt: DispatcherAddress
  /** The ordinal of the step that runs, where something counts steps. */
  readonly step?: () => number
  /** Keeps answers back. Default: none is. */
  readonly hold?: Hold
  /** Told where a tool function does not answer at once (`TOOL_NOT_IMMEDIATE`). Default: throws it where nobody catches it. */
  readonly onFailure?: (error: HarnessError) => void
  /** Told after a `crash` fault has taken the dispatcher down. */
  readonly onCrash?: () => void
}

export interface RunningDispatcher {
  readonly address: DispatcherAddress
  /** Ends every connection, calls off every pending answer and stops listening. A second call does nothing. */
  close(): Promise<void>
}

/**
 * Serves `spec` at `listenAt`; settles when it can be reached. Rejects with `BAD_OPTION` for a spec that makes no sense, and with
 * the system's error where it cannot listen. Deterministic apart from `decide`.
 */
export const serveDispatcher = async (spec: DispatcherSpec, options: ServeOptions): Promise<RunningDispatcher> => {
  const { decide, recorder, listenAt, step = () => 0, hold, onFailure = throwLater, onCrash = () => {} } = options
  const served: DispatcherSpec = { ...spec, transport: listenAt.transport }
  const pauses = createPauses()
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => {
    pauses.cancel()
    return (closing ??= listening.close())
  }
  const crash = (): void => void close().then(onCrash)
  const setting: DeskSetting = {
    spec: served,
    protocol: served.protocol === 'resp' ? resp : jsonLines(served),
    tools: checkSpec(served),
    choose: decide,
    recorder,
    pauses,
    step,
    ...(hold === undefined ? {} : { hold }),
    onCrash: crash,
    onFailure: (error) => onFailure(error instanceof HarnessError ? error : broken(error)),
  }
  const listening = await listen(setting, listenAt)
  return { address: listening.address, close }
}

const listen = (setting: DeskSetting, at: DispatcherAddress): Promise<Listening> => {
  const connect = createConnect(setting, openDesk(setting))
  if (at.transport === 'file') return listenOnFiles(at, connect, setting)
  return listenOnSockets(at, connect, { protocol: setting.protocol, connections: setting.spec.connections ?? 'many' })
}

const broken = (cause: unknown): HarnessError =>
  new HarnessError('INTERNAL', `the dispatcher failed: ${cause instanceof Error ? cause.message : String(cause)}`, {}, { cause })

const throwLater = (error: HarnessError): void =>
  queueMicrotask(() => {
    throw error
  })
