// net.Socket: inside an execution connect() puts a simulated handle under the socket, and time-outs are virtual. All else is Node's.
import net from 'node:net'
import { current } from '../../kernel/current.js'
import { real } from '../../kernel/real.js'
import type { Kernel } from '../../kernel/types.js'
import { markControlled } from '../controlled.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'
import { SimulatedTimeout } from '../timers/timeout.js'
import { kReinitializeHandle, kTimeout } from './bindings.js'
import { denied } from './denied.js'
import { isLoopbackName, meantAddress } from './lookup.js'
import { networkOf } from './network.js'
import { PipeHandle } from './pipe.js'
import type { StreamHandle } from './stream-handle.js'
import { TcpHandle } from './tcp.js'

/** What is looked at of a socket here. */
interface SocketInside {
  readonly destroyed: boolean
  _handle: object | null
  _onTimeout(): void
  [kTimeout]: unknown
  [kReinitializeHandle](handle: StreamHandle): void
}

/** Node's Timeout. */
interface ArmedTimer {
  readonly _idleTimeout: number
  readonly _onTimeout: unknown
}

interface Target {
  readonly host?: string
  readonly port?: number | string
  readonly path?: string | null
  readonly lookup?: unknown
}

/** Node's reading of the arguments of connect(), marked as such by a symbol. */
type Normalized = readonly [Target, Callable | null]
const normalizeArgs = (net as unknown as { _normalizeArgs(args: readonly unknown[]): Normalized })._normalizeArgs
const isNormalized = (value: unknown): value is Normalized =>
  Array.isArray(value) && Object.getOwnPropertySymbols(value).length > 0

export const installSocket = (): Undo =>
  undoAll([
    replaceMethod(net.Socket.prototype, 'connect', connect),
    replaceMethod(net.Socket.prototype, kReinitializeHandle, reinitialize),
    replaceMethod(net.Socket.prototype, 'setTimeout', setSocketTimeout),
    replaceMethod(net.Socket.prototype, '_destroy', destroy),
  ])

const connect = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    if (kernel === null) return Reflect.apply(original, this, args)
    const normalized = isNormalized(args[0]) ? args[0] : normalizeArgs(args)
    prepare(kernel, this as SocketInside, normalized[0])
    return Reflect.apply(original, this, [normalized])
  }

/** Node keeps a handle that is there already. */
const prepare = (kernel: Kernel, socket: SocketInside, target: Target): void => {
  const { path } = target
  if (target.port === undefined && (path === undefined || path === null)) return
  if (!path) checkHost(kernel, target)
  if (socket.destroyed) socket._handle = null
  if (socket._handle === null) socket[kReinitializeHandle](path ? new PipeHandle(kernel, '') : new TcpHandle(kernel, ''))
}

/** Refused here already where it can be known, so that the stack shows the caller. */
const checkHost = (kernel: Kernel, { host, port, lookup }: Target): void => {
  if (typeof host !== 'string' || host === '' || lookup || isLoopbackName(host)) return
  if (net.isIP(host) !== 0 && networkOf(kernel).atPort(meantAddress(host), Number(port)) !== undefined) return
  throw denied(kernel, `${host}:${port}`)
}

/** Node makes another native handle for each address that it tries after the first. */
const reinitialize = (original: Callable): Callable =>
  function (handle) {
    const kernel = current()
    const ours = kernel === null || handle instanceof PipeHandle || handle instanceof TcpHandle
    return Reflect.apply(original, this, [ours ? handle : new TcpHandle(kernel, '')])
  }

/** What Node has armed is taken over: checks, messages and listeners stay its own. Its code calls `refresh` on each read and write. */
const setSocketTimeout = (original: Callable): Callable =>
  function (...args) {
    const socket = this as SocketInside
    disarm(socket)
    Reflect.apply(original, this, args)
    const timer = socket[kTimeout] as ArmedTimer | null
    if (current() === null || timer === null || timer._onTimeout === null) return socket
    const ms = timer._idleTimeout
    markControlled(timer)
    real.clearTimeout(timer as unknown as NodeJS.Timeout)
    socket[kTimeout] = new SimulatedTimeout(() => socket._onTimeout(), ms, { args: [], repeat: false, referenced: false })
    return socket
  }

const disarm = (socket: SocketInside): void => {
  const timer = socket[kTimeout]
  if (!(timer instanceof SimulatedTimeout)) return
  timer.close()
  socket[kTimeout] = null
}

const destroy = (original: Callable): Callable =>
  function (...args) {
    disarm(this as SocketInside)
    return Reflect.apply(original, this, args)
  }
