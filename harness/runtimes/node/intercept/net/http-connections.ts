// What an http.Server keeps beside its sockets: a list of connections in the order of addresses in memory, and a real timer.
import http from 'node:http'
import { current } from '../../kernel/current.js'
import { real } from '../../kernel/real.js'
import { markControlled } from '../controlled.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'
import type { StreamHandle } from './stream-handle.js'

/** A parser of Node's, with the connection that it reads. */
interface Parser {
  readonly socket?: { readonly _handle?: unknown } | null
}

/** Node's native list of the parsers of a server. */
interface ConnectionsList {
  all(): Parser[]
  idle(): Parser[]
}

export const installHttpConnections = (): Undo =>
  undoAll(['closeIdleConnections', 'closeAllConnections'].map((name) => replaceMethod(http.Server.prototype, name, inOrder)))

/**
 * Ends the real timer by which a server looks for requests that are too slow: their age is measured in real time, by native code.
 * `headersTimeout` and `requestTimeout` never strike inside an execution.
 */
export const calm = (server: http.Server): void => {
  const timer = own(server, 'http.server.connectionsCheckingInterval')
  if (typeof timer !== 'object' || timer === null) return
  markControlled(timer)
  real.clearInterval(timer as NodeJS.Timeout)
}

/** Idle connections are closed in the order of their creation. */
const inOrder = (original: Callable): Callable =>
  function (...args) {
    if (current() !== null) arrange(listOf(this as http.Server))
    return Reflect.apply(original, this, args)
  }

const listOf = (server: http.Server): ConnectionsList | undefined =>
  own(server, 'http.server.connections') as ConnectionsList | undefined

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
