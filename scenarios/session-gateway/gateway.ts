// A session gateway: JSON-RPC over websockets, a row in the store, an agent and a worker child for each session. The base of the
// scenarios session-reap, session-resume, session-worker and session-teardown: each of them replaces the one part in which its
// mistake lies (`openGateway(options, { ...variant })`), and leaves the others as they are here.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { StoreClient } from '../support/store-client.js'
import { type ActiveSession, createActiveList } from './active-list.js'
import { createAttach } from './attach.js'
import { createHeartbeat } from './heartbeat.js'
import { createLifecycle } from './lifecycle.js'
import { createResume } from './resume.js'
import { type Handlers, serve } from './serve.js'
import { createState } from './session.js'
import { settings as atImport, readSettings } from './settings.js'
import { createTurns } from './turns.js'
import { startWorker } from './worker.js'

/** The parts that a variant may replace. */
export interface Parts {
  readonly createActiveList: typeof createActiveList
  readonly createAttach: typeof createAttach
  readonly createHeartbeat: typeof createHeartbeat
  readonly createLifecycle: typeof createLifecycle
  readonly createResume: typeof createResume
  readonly createTurns: typeof createTurns
  readonly readSettings: typeof readSettings
  readonly startWorker: typeof startWorker
}

const PARTS: Parts = {
  ...{ createActiveList, createAttach, createHeartbeat, createLifecycle, createResume, createTurns },
  ...{ readSettings, startWorker },
}

export interface Gateway {
  readonly url: string
  list(): readonly ActiveSession[]
  /** Ends every session, then takes no more clients. */
  shutdown(): Promise<void>
}

export interface GatewayOptions {
  readonly store: StoreClient
  /** Where its settings stand. Default: in the environment of this process, as it was when it began. */
  readonly env?: NodeJS.ProcessEnv
  /** The program of a worker, and its first arguments. Default: `session-worker`. */
  readonly worker?: readonly string[]
  /** Told of a session that could not be torn down where nobody waits for that. Default: a warning of this process. */
  readonly warn?: (error: Error) => void
}

/** Listens on a free port of this machine. */
export const openGateway = async (
  { store, env, worker = ['session-worker'], warn = process.emitWarning }: GatewayOptions,
  replaced: Partial<Parts> = {},
): Promise<Gateway> => {
  const parts = { ...PARTS, ...replaced }
  const settings = env === undefined ? atImport : parts.readSettings(env)
  const state = createState({ store, settings, startWorker: (session) => parts.startWorker(worker, session), warn })
  const lifecycle = parts.createLifecycle(state)
  const attach = parts.createAttach(state)
  const turns = parts.createTurns(state, attach)
  const { resume } = parts.createResume(state)
  const { list } = parts.createActiveList(state)
  const { watch } = parts.createHeartbeat(state)
  const handlers: Handlers = {
    create: (client, { closeOnDisconnect = false }) => lifecycle.create(client, { closeOnDisconnect }),
    prompt: (_, { session = '', text = '' }) => turns.prompt(session, text),
    resume: (client, { session = '' }) => resume(session, client),
    close: (_, { session = '' }) => lifecycle.close(session),
    list: async () => list(),
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (client, { socket }) => {
    serve(client, handlers, lifecycle.disconnected)
    watch(client, socket)
  })
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
