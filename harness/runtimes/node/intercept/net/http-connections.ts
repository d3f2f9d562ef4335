// http.Server closes idle connections in the order of addresses in memory; inside an execution, in that of their creation.
import http from 'node:http'
import { current } from '../../kernel/current.js'
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

const inOrder = (original: Callable): Callable =>
  function (...args) {
    if (current() !== null) arrange(listOf(this as http.Server))
    return Reflect.apply(original, this, args)
  }

const listOf = (server: http.Server): ConnectionsList | undefined => {
  const key = Object.getOwnPropertySymbols(server).find(({ description }) => description === 'http.server.connections')
  return key === undefined ? undefined : (Reflect.get(server, key) as ConnectionsList | undefined)
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
