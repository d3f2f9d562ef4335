// A bench for dispatchers over real sockets and files: a history, scripted choices, a plain client. No execution is involved.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { DispatcherAddress, DispatcherSpec } from '../../harness/core/dispatcher-spec.js'
import type { HistoryEvent, HistoryRecorder, Json } from '../../harness/core/history.js'
import { createSplitter } from '../../harness/dispatchers/frames.js'
import { type ServeOptions, serveDispatcher } from '../../harness/dispatchers/serve-dispatcher.js'

export const tempDir = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), 'cw-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

export const createRecorder = (): HistoryRecorder & { readonly events: HistoryEvent[] } => {
  const events: HistoryEvent[] = []
  let calls = 0
  return {
    events,
    record: (event) => void events.push({ n: events.length, atMs: 0, step: 0, ...event }),
    nextCall: () => ++calls,
  }
}

/** Answers choices by name of the option, the default where the script is silent; keeps what was asked. */
export const scripted = (script: Readonly<Record<string, readonly string[]>> = {}) => {
  const asked: string[] = []
  const left = new Map(Object.entries(script).map(([what, answers]) => [what, [...answers]]))
  const decide: ServeOptions['decide'] = (kind, what, options) => {
    asked.push(`${kind} ${what}: ${options.join('|')}`)
    const answer = left.get(what)?.shift()
    return answer === undefined ? 0 : options.indexOf(answer)
  }
  return { decide, asked }
}

export interface Bench {
  readonly address: DispatcherAddress
  readonly events: readonly HistoryEvent[]
  readonly asked: readonly string[]
}

/** Serves `spec` until the test is over. */
export const serve = async (
  spec: DispatcherSpec,
  script: Readonly<Record<string, readonly string[]>> = {},
  more: Partial<ServeOptions> = {},
): Promise<Bench> => {
  const recorder = createRecorder()
  const { decide, asked } = scripted(script)
  const listenAt = await placeFor(spec.transport ?? 'uds')
  const dispatcher = await serveDispatcher(spec, { decide, recorder, listenAt, ...more })
  onTestFinished(() => dispatcher.close())
  return { address: dispatcher.address, events: recorder.events, asked }
}

export const placeFor = async (transport: 'uds' | 'tcp' | 'file'): Promise<DispatcherAddress> => {
  if (transport === 'tcp') return { transport, host: '127.0.0.1', port: 0 }
  const dir = await tempDir()
  return transport === 'uds' ? { transport, path: path.join(dir, 'd.sock') } : { transport, dir }
}

export interface Client {
  readonly socket: net.Socket
  /** Sends each as one line of JSON; a text is sent as it is. */
  send(...messages: (Json | object)[]): void
  /** The next answers, in the order in which they arrive. Rejects when the connection closes before. */
  next(count: number): Promise<Json[]>
  readonly received: readonly Json[]
  readonly closed: Promise<unknown>
}

const parsed = (line: string): Json => {
  try {
    return JSON.parse(line)
  } catch {
    return `not JSON: ${line}`
  }
}

export const connect = async (address: DispatcherAddress): Promise<Client> => {
  if (address.transport === 'file') throw new Error('no socket')
  const socket = net.connect(address.transport === 'uds' ? { path: address.path } : { host: address.host, port: address.port })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  const splitter = createSplitter()
  const received: Json[] = []
  let taken = 0
  let wake = (): void => {}
  socket.on('data', (chunk) => {
    received.push(...splitter.push(chunk).map(parsed))
    wake()
  })
  socket.on('close', () => wake())
  return {
    socket,
    received,
    closed,
    send: (...messages) => {
      for (const one of messages) socket.write(typeof one === 'string' ? one : `${JSON.stringify(one)}\n`)
    },
    next: async (count) => {
      while (received.length < taken + count) {
        if (socket.destroyed) throw new Error('closed before the answer')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      taken += count
      return received.slice(taken - count, taken)
    },
  }
}

/** One event in short: `ok terminal c1/2`. */
export const brief = ({ type, op, via, error }: HistoryEvent): string =>
  `${type} ${op} ${via?.connection}/${via?.message}${error === undefined ? '' : `: ${error}`}`
