// A session gateway: JSON-RPC over websockets, a row in the store, an agent and a worker child for each session. The base of the
// scenarios session-reap, session-resume, session-worker and session-teardown: each of them replaces the one part in which its
// mistake lies (`openGateway(options, { ...variant })`), and leaves the others as they are here.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { StoreClient } from '../support/store-client.js'
import { type ActiveSession, createActiveList } from './active-list.js'
import { createAttach } from './attach.js'
import { createLifecycle } from './lifecycle.js'
import { createResume } from './resume.js'
import { type Handlers, serve } from './serve.js'
import { createState } from './session.js'
import { settings as ofEnvironment, type Settings } from './settings.js'
import { createTurns } from './turns.js'

/** The parts that a variant may replace. */
export interface Parts {
  readonly createActiveList: typeof createActiveList
  readonly createAttach: typeof createAttach
  readonly createLifecycle: typeof createLifecycle
  readonly createResume: typeof createResume
  readonly createTurns: typeof createTurns
}

const PARTS: Parts = { createActiveList, createAttach, createLifecycle, createResume, createTurns }

export interface Gateway {
  readonly url: string
  list(): readonly ActiveSession[]
  /** Ends every session, then takes no more clients. */
  shutdown(): Promise<void>
}

export interface GatewayOptions {
  readonly store: StoreClient
  /** Default: those of the environment. */
  readonly settings?: Settings
  /** The program of a worker, and its first arguments. Default: `session-worker`. */
  readonly worker?: readonly string[]
}

/** Listens on a free port of this machine. */
export const openGateway = async (options: GatewayOptions, replaced: Partial<Parts> = {}): Promise<Gateway> => {
  const parts = { ...PARTS, ...replaced }
  const state = createState({ settings: ofEnvironment, worker: ['session-worker'], ...options })
  const lifecycle = parts.createLifecycle(state)
  const attach = parts.createAttach(state)
  const turns = parts.createTurns(state, attach)
  const { resume } = parts.createResume(state)
  const { list } = parts.createActiveList(state)
  const handlers: Handlers = {
    create: (client, { closeOnDisconnect = false }) => lifecycle.create(client, { closeOnDisconnect }),
    prompt: (_, { session, text }) => turns.prompt(session, text),
    resume: (client, { session }) => resume(session, client),
    close: (_, { session }) => lifecycle.close(session),
    list: async () => list(),
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (client) => serve(client, handlers, lifecycle.disconnected))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    list,
    async shutdown() {
      await lifecycle.shutdown()
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
