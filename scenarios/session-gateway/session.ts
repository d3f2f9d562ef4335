// What the modules of the gateway share: the sessions, their table, the two locks, and how sessions come and go.
import type WebSocket from 'ws'
import { createLocks, type Locks } from '../support/locks.js'
import type { StoreClient } from '../support/store-client.js'
import { createLock, type Lock } from './lock.js'
import type { Settings } from './settings.js'
import type { Worker } from './worker.js'

export interface Session {
  readonly id: string
  /** Ends as soon as its client is gone; others are parked for the grace time. */
  readonly closeOnDisconnect: boolean
  /** Whoever is attached to it; `null` while it is parked. */
  client: WebSocket | null
  /** Set once the agent is built and the worker has started. */
  agent: string | null
  worker: Worker | null
  /** Settles with both; `null` until they are first needed. */
  starting: Promise<void> | null
  /** Turns that are under way. */
  turns: number
  grace: NodeJS.Timeout | undefined
  touchedAt: number
}

/** What the store keeps of a session. */
export interface Row {
  readonly closeOnDisconnect: boolean
}

export interface State {
  /** The table: sessions that live, by id. Rows of the store are opened and ended with its entries. */
  readonly sessions: Map<string, Session>
  /** Held while a session comes into the table. */
  readonly tableLock: Lock
  /**
   * Held, under the id of a session, while it is decided whether it goes on though it lost its client: whoever deals with another one
   * does not wait. Where both are needed: this one first.
   */
  readonly resumeLocks: Locks
  /** Starts of agents and workers that are under way, and teardowns by the id of their session: a shutdown waits for them. */
  readonly starts: Set<Promise<void>>
  readonly endings: Map<string, Promise<void>>
  /** No session comes into the table any more. */
  closed: boolean
  readonly store: StoreClient
  readonly settings: Settings
  /** Settles when the worker of this session is ready. */
  readonly startWorker: (session: string) => Promise<Worker>
  /** Told what has failed where nobody waits for it. */
  readonly warn: (error: Error) => void
}

export const createState = (means: Pick<State, 'store' | 'settings' | 'startWorker' | 'warn'>): State => ({
  ...means,
  sessions: new Map(),
  tableLock: createLock(),
  resumeLocks: createLocks(),
  starts: new Set(),
  endings: new Map(),
  closed: false,
})

export const createSession = (id: string, closeOnDisconnect: boolean, client: WebSocket): Session => ({
  id,
  closeOnDisconnect,
  client,
  agent: null,
  worker: null,
  starting: null,
  turns: 0,
  grace: undefined,
  touchedAt: Date.now(),
})

export interface CreateOptions {
  readonly closeOnDisconnect: boolean
}

export interface Lifecycle {
  /** Gives the id of a new session of `client`. */
  create(client: WebSocket, options: CreateOptions): Promise<string>
  /** Settles when the session is torn down. */
  close(id: string): Promise<void>
  /** Parks the sessions of a client that is gone, or ends them. */
  disconnected(client: WebSocket): void
  /** Ends every session; settles when all are torn down. */
  shutdown(): Promise<void>
}

export const CODES = { request: -32_600, method: -32_601, notFound: 4001, closed: 4010 } as const

/** Refused, with a code for the client. */
export class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const shuttingDown = (): Refusal => new Refusal(CODES.closed, 'the gateway is shutting down')
export const notFound = (id: string): Refusal => new Refusal(CODES.notFound, `no such session: ${id}`)
