// What Node's own stream code shares with the handles below it. With these a handle written in JavaScript drives an unmodified
// net.Socket: every event, its order, its async context and its errors are then Node's own and not an imitation.
import net from 'node:net'
import { getSystemErrorMap } from 'node:util'

/** A request object of Node's (WriteWrap, ShutdownWrap, a connect request): the handle calls `oncomplete` when it is done. */
export interface Request {
  oncomplete?: ((...args: unknown[]) => void) | undefined
  /** Newer Nodes look here for a write that was done before they could listen. */
  readonly writeStatus?: null
}

interface StreamBinding {
  readonly streamBaseState: Int32Array
  readonly kReadBytesOrError: number
  readonly kArrayBufferOffset: number
  readonly kBytesWritten: number
  readonly kLastWriteWasAsync: number
  /** Newer Nodes only. */
  readonly kLastWriteErr?: number
}

interface Internals {
  binding(name: 'stream_wrap'): StreamBinding
  binding(name: 'tcp_wrap'): { readonly TCP: { readonly prototype: object } }
}

const internals = process as unknown as Internals

/** The integers through which a handle tells Node's stream code what a read or a write has done. */
export const { streamBaseState, kReadBytesOrError, kArrayBufferOffset, kBytesWritten, kLastWriteWasAsync, kLastWriteErr } =
  internals.binding('stream_wrap')

/** `instanceof TCP` decides in Node whether a socket can be reset. */
export const tcpPrototype = internals.binding('tcp_wrap').TCP.prototype

const symbolOf = (target: object, description: string): symbol => {
  const found = Object.getOwnPropertySymbols(target).find((symbol) => symbol.description === description)
  if (found === undefined) throw new Error(`Node ${process.version} keeps no ${description} where crosswire looks for it`)
  return found
}

/** Method of net.Socket: puts another handle under the socket. */
export const kReinitializeHandle: unique symbol = symbolOf(net.Socket.prototype, 'kReinitializeHandle') as never

const ownerSymbol = (): symbol => {
  const probe = { readStart: () => 0, readStop: () => 0, close: () => {}, reading: false }
  new net.Socket({ handle: probe } as net.SocketConstructorOpts)
  return symbolOf(probe, 'owner_symbol')
}

/** Property of a handle: the socket or server above it. */
export const kOwner: unique symbol = ownerSymbol() as never

/** Property of a socket: its time-out. */
export const kTimeout: unique symbol = symbolOf(new net.Socket(), 'timeout') as never

const numbers = new Map([...getSystemErrorMap()].map(([number, [name]]) => [name, number]))

/** libuv's number of an error, negative, as handles return it. */
export const uv = (name: string): number => numbers.get(name) ?? -1

export const UV_EOF = uv('EOF')
