// What Node's own stream code shares with the handles below it. With these a handle written in JavaScript drives an unmodified
// net.Socket: every event, its order, its async context and its errors are then Node's own and not an imitation.
import net from 'node:net'
import { getSystemErrorMap } from 'node:util'
import { isWithout } from '../../without.js'
import { quietBinding } from '../quiet-binding.js'

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
  readonly stream: StreamBinding
  readonly tcpPrototype: object
  readonly kReinitializeHandle: symbol
  readonly kOwner: symbol
  readonly kTimeout: symbol
}

const symbolOf = (target: object, description: string): symbol | undefined =>
  Object.getOwnPropertySymbols(target).find((symbol) => symbol.description === description)

const ownerSymbol = (): symbol | undefined => {
  const probe = { readStart: () => 0, readStop: () => 0, close: () => {}, reading: false }
  new net.Socket({ handle: probe } as net.SocketConstructorOpts)
  return symbolOf(probe, 'owner_symbol')
}

const find = (): Internals | null => {
  const stream = quietBinding('stream_wrap') as StreamBinding | null
  const tcpPrototype = (quietBinding('tcp_wrap')?.TCP as { readonly prototype: object } | undefined)?.prototype
  const kReinitializeHandle = symbolOf(net.Socket.prototype, 'kReinitializeHandle')
  const kOwner = ownerSymbol()
  const kTimeout = symbolOf(new net.Socket(), 'timeout')
  if (!stream?.streamBaseState || !tcpPrototype || !kReinitializeHandle || !kOwner || !kTimeout) return null
  return { stream, tcpPrototype, kReinitializeHandle, kOwner, kTimeout }
}

const found = isWithout('sockets') ? null : find()

/** Whether sockets can be simulated; where Node keeps what is needed to itself they are refused by name, and nothing below is used. */
export const hasSockets = (): boolean => found !== null

const absent: Internals = {
  stream: {
    streamBaseState: new Int32Array(5),
    kReadBytesOrError: 0,
    kArrayBufferOffset: 1,
    kBytesWritten: 2,
    kLastWriteWasAsync: 3,
  },
  tcpPrototype: {},
  kReinitializeHandle: Symbol('absent'),
  kOwner: Symbol('absent'),
  kTimeout: Symbol('absent'),
}
const internals = found ?? absent

/** The integers through which a handle tells Node's stream code what a read or a write has done. */
export const { streamBaseState, kReadBytesOrError, kArrayBufferOffset, kBytesWritten, kLastWriteWasAsync, kLastWriteErr } =
  internals.stream

/** `instanceof TCP` decides in Node whether a socket can be reset. */
export const { tcpPrototype } = internals

/** Method of net.Socket: puts another handle under the socket. */
export const kReinitializeHandle: unique symbol = internals.kReinitializeHandle as never

/** Property of a handle: the socket or server above it. */
export const kOwner: unique symbol = internals.kOwner as never

/** Property of a socket: its time-out. */
export const kTimeout: unique symbol = internals.kTimeout as never

const numbers = new Map([...getSystemErrorMap()].map(([number, [name]]) => [name, number]))

/** libuv's number of an error, negative, as handles return it. */
export const uv = (name: string): number => numbers.get(name) ?? -1

export const UV_EOF = uv('EOF')
