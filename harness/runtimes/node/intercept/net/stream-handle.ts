// The handle under a simulated socket: what TCPWrap and PipeWrap are to Node's stream code, over two flows in memory.
import { AsyncResource } from 'node:async_hooks'
import type { Kernel } from '../../kernel/types.js'
import {
  kArrayBufferOffset,
  kBytesWritten,
  kLastWriteErr,
  kLastWriteWasAsync,
  kOwner,
  kReadBytesOrError,
  type Request,
  streamBaseState,
  uv,
} from './bindings.js'
import { decoded, type Encoding, encoded, joined, memoryOf } from './bytes.js'
import { BUFFER_BYTES } from './chunks.js'
import type { Flow, FlowEnd } from './flow.js'
import { Handle } from './handle.js'

const EPIPE = uv('EPIPE')
const EBADF = uv('EBADF')
const ECONNRESET = uv('ECONNRESET')
const ECANCELED = uv('ECANCELED')
const ENOTCONN = uv('ENOTCONN')

interface Waiting {
  readonly request: Request
  /** The context of the call, to which Node's own request would return. */
  readonly scope: AsyncResource
}

/** 0 or an error where a write is done with the call; else the request of a newer Node. */
type Written = number | Request

type Read = (this: StreamHandle, bytes?: ArrayBufferLike) => unknown

export abstract class StreamHandle extends Handle implements FlowEnd {
  /** Node's flag; ours is `wants`. */
  reading = false
  wants = false
  bytesRead = 0
  bytesWritten = 0
  readLimit = BUFFER_BYTES
  closed = false
  connecting: Request | null = null
  readonly isStreamBase = false
  readonly fd = -1
  protected inbound: Flow | null = null
  protected outbound: Flow | null = null
  /** True where what the peer no longer takes is noticed only by its answer (TCP), not at once (unix sockets). */
  protected abstract readonly remote: boolean
  declare onread: Read
  private pendingWrite: Waiting | null = null
  private pendingShutdown: Waiting | null = null
  private writeError = 0
  private userBuffer: Uint8Array | null = null

  /** `counted`: it is a leftover for as long as it is open. */
  constructor(kernel: Kernel, label: string, counted = true) {
    super(kernel, { kind: 'socket', label })
    if (counted) this.hold()
  }

  /** From here on there is a peer, whether or not it has been accepted. */
  join(inbound: Flow, outbound: Flow): void {
    this.inbound = inbound
    this.outbound = outbound
    inbound.reader = this
    outbound.writer = this
  }

  /** The error that the peer has left, or 0. */
  get broken(): number {
    return this.inbound?.failure ?? 0
  }

  // --- what Node's stream code calls

  readStart(): number {
    this.wants = true
    this.inbound?.tell()
    return 0
  }

  readStop(): number {
    this.wants = false
    return 0
  }

  /** Asked by the http agents of newer Nodes before they use a connection again: what has arrived there is not for the next request. */
  hasPendingRead(): boolean {
    return !this.closed && this.inbound?.holdsNews === true
  }

  useUserBuffer(buffer: Uint8Array): void {
    this.userBuffer = buffer
    this.readLimit = Math.min(buffer.length, BUFFER_BYTES)
  }

  writeBuffer(request: Request | null, buffer: Uint8Array): Written {
    return this.write(request, new Uint8Array(buffer))
  }

  writeUtf8String(request: Request | null, text: string): Written {
    return this.writeText(request, text, 'utf8')
  }

  writeLatin1String(request: Request | null, text: string): Written {
    return this.writeText(request, text, 'latin1')
  }

  writeAsciiString(request: Request | null, text: string): Written {
    return this.writeText(request, text, 'latin1')
  }

  writeUcs2String(request: Request | null, text: string): Written {
    return this.writeText(request, text, 'utf16le')
  }

  writev(request: Request | null, chunks: readonly unknown[], allBuffers: boolean): Written {
    return this.write(request, allBuffers ? joined(chunks as readonly Uint8Array[]) : joined(decoded(chunks)))
  }

  /** The end is sent by the loop, not by the call. */
  shutdown(request: Request): number {
    if (this.closed || this.outbound === null) return ENOTCONN
    const scope = new AsyncResource('SimulatedShutdown', { requireManualDestroy: true })
    this.pendingShutdown = { request, scope }
    this.kernel.once('pending', `net.shutdown ${this.outbound.what}`, () => this.shutDown(), scope, this.outbound.access)
    return 0
  }

  /** A write that fits is done with the call in any case. */
  setBlocking(): number {
    return 0
  }

  get writeQueueSize(): number {
    return this.pendingWrite === null || this.outbound === null ? 0 : Math.max(0, this.outbound.unread - BUFFER_BYTES)
  }

  close(callback?: () => void): void {
    this.shut(false, callback)
  }

  // --- what the flows call

  received(bytes: Uint8Array): void {
    this.bytesRead += bytes.length
    streamBaseState[kReadBytesOrError] = bytes.length
    streamBaseState[kArrayBufferOffset] = 0
    if (this.userBuffer === null) this.onread(memoryOf(bytes))
    else this.fill(this.userBuffer, bytes)
  }

  stopped(status: number): void {
    this.wants = false
    streamBaseState[kReadBytesOrError] = status
    streamBaseState[kArrayBufferOffset] = 0
    this.onread(undefined)
  }

  hasRoom(): void {
    this.settleWrite(0)
  }

  // --- the rest

  private writeText(request: Request | null, text: string, encoding: Encoding): Written {
    return this.write(request, encoded(text, encoding))
  }

  /** As much as fits is taken at once; then the write is done before the call returns, as with the real thing. */
  private write(request: Request | null, bytes: Uint8Array): Written {
    streamBaseState[kBytesWritten] = bytes.length
    streamBaseState[kLastWriteWasAsync] = 0
    const { outbound } = this
    if (this.closed || outbound === null) return EBADF
    const refused = this.refusal(outbound)
    if (refused !== 0) return refused
    this.bytesWritten += bytes.length
    if (outbound.abandoned) return 0
    outbound.write(bytes)
    return outbound.unread <= BUFFER_BYTES ? 0 : this.dispatch(request)
  }

  /** The write goes on after the call. Node up to 24 brings its request along, later ones take one that they complete. */
  private dispatch(request: Request | null): Written {
    const pending = request ?? { writeStatus: null }
    streamBaseState[kLastWriteWasAsync] = 1
    if (kLastWriteErr !== undefined) streamBaseState[kLastWriteErr] = 0
    this.pendingWrite = { request: pending, scope: new AsyncResource('SimulatedWrite', { requireManualDestroy: true }) }
    return request === null ? pending : 0
  }

  /** Over a network the first write to a peer that is gone is still taken; its answer makes the next one fail. */
  private refusal({ abandoned }: Flow): number {
    const { failure = 0, ended = false } = this.inbound ?? {}
    if (!abandoned && failure === 0) return 0
    if (!this.remote) return EPIPE
    const first = failure !== 0 && ended ? EPIPE : failure
    const error = this.writeError === 0 ? first : this.writeError
    this.writeError = EPIPE
    return error
  }

  private settleWrite(status: number): void {
    const { pendingWrite: pending, outbound } = this
    if (pending === null || outbound === null) return
    this.pendingWrite = null
    const { request, scope } = pending
    const settle = () => request.oncomplete?.(this.closed ? ECANCELED : status)
    // Posted in the writer's context: it is the writer that goes on, though the reader has made the room.
    scope.runInAsyncScope(() => this.kernel.once('io', `net.drain ${outbound.what}`, settle, scope, outbound.access))
  }

  private shutDown(): void {
    const pending = this.pendingShutdown
    if (pending === null) return
    this.pendingShutdown = null
    this.outbound?.end()
    pending.request.oncomplete?.(0)
  }

  private fill(buffer: Uint8Array, bytes: Uint8Array): void {
    buffer.set(bytes)
    const next = this.onread(undefined)
    if (next instanceof Uint8Array) this.useUserBuffer(next)
  }

  /** The peer is gone. A pending write fails by itself only where no read would tell first. */
  peerGone(): void {
    if (!this.wants) this.settleWrite(this.remote ? ECONNRESET : EPIPE)
  }

  protected shut(reset: boolean, callback?: () => void): void {
    if (this.closed) return
    this.closed = true
    this.wants = false
    this.release()
    this.part(reset)
    const cancelled = this.cancelled()
    if (callback === undefined && cancelled.length === 0) return
    const finish = () => {
      for (const request of cancelled) request.oncomplete?.(ECANCELED, this, request, true, true)
      if (callback === undefined) return
      // The callbacks of what was cancelled come first, in ticks of their own.
      if (cancelled.length > 0) process.nextTick(callback)
      else callback()
    }
    this.kernel.once('close', `net.close ${this.label}`, finish, this.scope, this.outbound?.access ?? null)
  }

  private cancelled(): Request[] {
    const requests = [this.connecting, this.pendingWrite?.request, this.pendingShutdown?.request]
    this.connecting = null
    this.pendingWrite = null
    this.pendingShutdown = null
    return requests.filter((request) => request !== null && request !== undefined)
  }

  /** What the peer sees: its end after all bytes, or a reset where bytes have arrived that nobody has read. */
  private part(reset: boolean): void {
    const { inbound, outbound } = this
    if (inbound === null || outbound === null) return
    const lost = inbound.unread > 0
    inbound.abandon()
    outbound.truncate()
    outbound.writer = null
    const peer = outbound.reader
    if (reset || lost) outbound.fail(ECONNRESET)
    else outbound.end()
    peer?.peerGone()
  }

  protected destroy(): void {
    const owner = this[kOwner]
    if (owner?.destroy === undefined) this.close()
    else owner.destroy()
  }
}

// Node assigns it; where the prototype chain leads to a native class it must not reach the accessor there.
Object.defineProperty(StreamHandle.prototype, 'onread', { value: () => {}, writable: true, configurable: true })
