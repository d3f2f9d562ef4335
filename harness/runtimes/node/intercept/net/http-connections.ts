// What an http.Server keeps beside its sockets: a list of connections in the order of addresses in memory, and a real timer.
import { AsyncResource } from 'node:async_hooks'
import http from 'node:http'
import { current } from '../../kernel/current.js'
import { real } from '../../kernel/real.js'
import type { Kernel } from '../../kernel/types.js'
import { isWithout } from '../../without.js'
import { markControlled } from '../controlled.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'
import type { StreamHandle } from './stream-handle.js'

/** A parser of Node's, with the connection that it reads and the last request whose headers are complete. */
interface Parser {
  readonly socket?: { readonly _handle?: unknown } | null
  readonly incoming?: { readonly complete: boolean } | null
}

/** Node's native list of the parsers of a server. */
interface ConnectionsList {
  all(): Parser[]
  idle(): Parser[]
  /** Those whose request has begun, or never did, and is not complete. */
  active(): Parser[]
  expired(): Parser[]
}

export const installHttpConnections = (): Undo => {
  hasConnections()
  return undoAll(
    ['closeIdleConnections', 'closeAllConnections'].map((name) => replaceMethod(http.Server.prototype, name, inOrder)),
  )
}

interface CheckingTimer {
  _onTimeout(): void
  readonly _repeat: number
}

/**
 * Ends the real timer by which a server looks for requests that are too slow: their age is measured in real time, by native code.
 * `headersTimeout` and `requestTimeout` strike only where nothing else can move any more, since a client that waits for them is no
 * deadlock; they never race with anything.
 */
export const calm = (server: http.Server, kernel: Kernel): void => {
  const timer = own(server, 'http.server.connectionsCheckingInterval')
  if (typeof timer !== 'object' || timer === null) return
  const { _onTimeout: check, _repeat: everyMs } = timer as CheckingTimer
  markControlled(timer)
  real.clearInterval(timer as NodeJS.Timeout)
  const strike = AsyncResource.bind(() => checkNow(server, check))
  kernel.atStandstill(() => {
    const afterMs = Math.max(server.headersTimeout, server.requestTimeout)
    const waits = server.listening && overdue(server).length > 0
    if (waits) kernel.armTimer({ ms: afterMs + everyMs, referenced: false, fire: strike })
    return waits
  })
}

/** What Node's own check would find once each time-out is over. */
const overdue = (server: http.Server): Parser[] => {
  const active = listOf(server)?.active() ?? []
  const inHeaders = ({ incoming }: Parser): boolean => (incoming ?? null) === null || incoming?.complete === true
  return active.filter((parser) => server.requestTimeout > 0 || (server.headersTimeout > 0 && inHeaders(parser)))
}

const checkNow = (server: http.Server, check: () => void): void => {
  const list = listOf(server)
  if (list === undefined) return
  const found = overdue(server)
  list.expired = () => found
  try {
    check()
  } finally {
    Reflect.deleteProperty(list, 'expired')
  }
}

/** Idle connections are closed in the order of their creation. */
const inOrder = (original: Callable): Callable =>
  function (...args) {
    if (current() !== null) arrange(listOf(this as http.Server))
    return Reflect.apply(original, this, args)
  }

const listOf = (server: http.Server): ConnectionsList | undefined =>
  own(server, 'http.server.connections') as ConnectionsList | undefined

let shows: boolean | null = null

/** Whether a server that listens shows its connections; looked at once, with a server that listens nowhere. */
export const hasConnections = (): boolean => (shows ??= !isWithout('connections') && showsConnections())

const showsConnections = (): boolean => {
  const server = http.createServer()
  server.emit('listening')
  const list = listOf(server)
  // It has begun to look for slow requests.
  server.close(() => {})
  return list !== undefined
}

const own = (server: http.Server, description: string): unknown => {
  const key = Object.getOwnPropertySymbols(server).find((symbol) => symbol.description === description)
  return key === undefined ? undefined : Reflect.get(server, key)
}

/** Sorts what this one list gives from now on. */
const arrange = (list: ConnectionsList | undefined): void => {
  if (list === undefined || Object.hasOwn(list, 'all')) return
  for (const name of ['all', 'idle'] as const) {
    const unsorted = list[name]
    list[name] = () => unsorted.call(list).sort((a, b) => ordinalOf(a) - ordinalOf(b))
  }
}

const ordinalOf = ({ socket }: Parser): number => (socket?._handle as Partial<StreamHandle> | null | undefined)?.ordinal ?? 0
