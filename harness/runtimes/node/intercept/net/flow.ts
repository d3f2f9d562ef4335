// One direction of a connection: bytes in order, then an end or an error, as the operating system holds them for the reader.
import { AsyncResource } from 'node:async_hooks'
import type { Access } from '../../../../core/choice.js'
import type { Channel, Kernel } from '../../kernel/types.js'
import { UV_EOF } from './bindings.js'
import { BUFFER_BYTES, cutsOf, MAX_CUTS, namesOf, sizeOf } from './chunks.js'

/** The handle that reads a flow, or writes into it. */
export interface FlowEnd {
  /** It asks for bytes. */
  readonly wants: boolean
  readonly scope: AsyncResource
  /** The most that one read takes. */
  readonly readLimit: number
  received(bytes: Uint8Array): void
  /** The end (`UV_EOF`) or an error, after the last byte. */
  stopped(status: number): void
  /** The reader has made room for what a pending write holds. */
  hasRoom(): void
  /** The other side is gone for good. */
  peerGone(): void
}

/** libuv up to 1.51 reports a hang-up as an end, in the turn of the last bytes; later ones wait for the next read. */
const [major = 0, minor = 0] = (process.versions.uv ?? '').split('.').map(Number)
const reportsHangUp = major === 1 && minor < 52

interface Piece {
  bytes: Uint8Array
  cuts: number
  /** Who wrote it: a read that is posted later is still in the name of the writer. */
  readonly by: AsyncResource
}

export class Flow {
  /** Bytes that are written and not read. */
  unread = 0
  /** The writer has sent its end. */
  ended = false
  /** What a reader gets instead of the end; 0 for none. */
  failure = 0
  /** The reading side is gone: nobody will ever read this. */
  abandoned = false
  /** Nothing arrives any more and nobody is told: the other machine has vanished. */
  silent = false
  reader: FlowEnd | null = null
  writer: FlowEnd | null = null
  /** The other direction. */
  back: Flow | null = null
  /** Asked before each read: may break the connection first. */
  strike: (() => void) | null = null
  readonly what: string
  /** What is done with either direction of a connection clashes with the rest of it. */
  readonly access: Access
  private readonly choice: string
  private readonly remote: boolean
  private readonly kernel: Kernel
  private readonly channel: Channel
  private readonly pieces: Piece[] = []
  private posted = false
  private endedBy: AsyncResource | null = null

  /** `remote`: over a network; an end that has arrived then hides a later error from the reader. */
  constructor(kernel: Kernel, connection: string, { direction, remote }: { direction: 'c2s' | 's2c'; remote: boolean }) {
    this.kernel = kernel
    this.remote = remote
    this.what = `${connection} ${direction}`
    this.choice = `net.read ${this.what}`
    this.access = { on: connection, write: true }
    this.channel = kernel.channel('io', `net.data ${this.what}`, this.access)
  }

  /** Takes what is written; the bytes must not change any more. */
  write(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.pieces.push({ bytes, cuts: 0, by: capture() })
    this.unread += bytes.length
    this.tellNow()
  }

  /** The end comes after all bytes. */
  end(): void {
    if (this.ended) return
    this.ended = true
    this.endedBy ??= capture()
    this.tellNow()
  }

  /** An error comes after all bytes that have arrived. */
  fail(status: number): void {
    if (this.failure !== 0) return
    this.failure = status
    this.endedBy ??= capture()
    this.tellNow()
  }

  /** What the writer's system had not taken yet is lost with the writer. */
  truncate(): void {
    while (this.unread > BUFFER_BYTES) {
      const last = this.pieces[this.pieces.length - 1] as Piece
      const excess = Math.min(this.unread - BUFFER_BYTES, last.bytes.length)
      if (excess === last.bytes.length) this.pieces.pop()
      else last.bytes = last.bytes.subarray(0, last.bytes.length - excess)
      this.unread -= excess
    }
  }

  /** Nobody reads any more. */
  abandon(): void {
    this.abandoned = true
    this.reader = null
    this.drop()
  }

  /** Unread bytes are lost. */
  drop(): void {
    this.pieces.length = 0
    this.unread = 0
  }

  /** Readable, if somebody wants to read and there is something to read. One task at a time says so. */
  private tellNow(): void {
    if (this.isReadable) this.post()
  }

  /** The reader has begun to read. */
  tell(): void {
    if (this.isReadable) this.next?.runInAsyncScope(this.post)
  }

  /** Still readable. */
  private tellAgain(): void {
    if (this.isReadable) this.next?.runInAsyncScope(this.postAgain)
  }

  /** Whoever has written what is read next. */
  private get next(): AsyncResource | null {
    return this.pieces[0]?.by ?? this.endedBy
  }

  private readonly post = (): void => {
    this.posted = true
    this.kernel.post(this.channel, this.read, this.reader?.scope)
  }

  private readonly postAgain = (): void => {
    this.posted = true
    this.kernel.postFirst(this.channel, this.read, this.reader?.scope)
  }

  private get isReadable(): boolean {
    return !this.posted && this.reader?.wants === true && this.holdsNews
  }

  /** Bytes, an end or an error have arrived that no read has taken. */
  get holdsNews(): boolean {
    return !this.silent && (this.unread > 0 || this.failure !== 0 || this.ended)
  }

  private readonly read = (): void => {
    this.posted = false
    if (this.strike !== null) this.strike()
    const { reader } = this
    if (reader === null || this.silent || !reader.wants) return
    if (this.unread === 0) reader.stopped(this.failure === 0 || (this.ended && this.remote) ? UV_EOF : this.failure)
    else this.give(reader)
  }

  private give(reader: FlowEnd): void {
    const bytes = this.take(this.amount(reader))
    // What is left is announced before the reader's code runs: it has been there for longer than anything that code causes.
    if (this.hangsUp && bytes.length < reader.readLimit) this.hangUp(reader)
    else this.tellAgain()
    if (this.unread <= BUFFER_BYTES) this.writer?.hasRoom()
    reader.received(bytes)
  }

  /** Both directions are over: the system says so together with the last bytes. */
  private get hangsUp(): boolean {
    if (!reportsHangUp || this.unread > 0 || this.back === null) return false
    if (this.ended && this.back.ended) return true
    return this.remote ? this.failure !== 0 : this.back.abandoned
  }

  /** libuv then reports the end in the same turn, a reset too. */
  private hangUp({ scope }: FlowEnd): void {
    this.posted = true
    const end = (): void => {
      this.posted = false
      if (this.reader?.wants) this.reader.stopped(UV_EOF)
    }
    this.kernel.follow(`net.data ${this.what}`, end, scope)
  }

  private amount({ readLimit }: FlowEnd): number {
    const piece = this.pieces[0] as Piece
    const ready = Math.min(this.unread, readLimit)
    const readable = { ready, first: Math.min(piece.bytes.length, ready) }
    const cuts = cutsOf(readable, piece.cuts < MAX_CUTS)
    const option = this.kernel.choose('chunk', this.choice, namesOf(cuts))
    if (option > 0) piece.cuts++
    return sizeOf(readable, cuts, option)
  }

  private take(count: number): Uint8Array {
    this.unread -= count
    const { pieces } = this
    const first = pieces[0] as Piece
    if (first.bytes.length === count) {
      pieces.shift()
      return first.bytes
    }
    const taken = new Uint8Array(count)
    for (let at = 0; at < count; ) at += this.move(taken, at)
    return taken
  }

  /** Copies as much as fits of the first piece. */
  private move(into: Uint8Array, at: number): number {
    const piece = this.pieces[0] as Piece
    const count = Math.min(piece.bytes.length, into.length - at)
    into.set(piece.bytes.subarray(0, count), at)
    if (count === piece.bytes.length) this.pieces.shift()
    else piece.bytes = piece.bytes.subarray(count)
    return count
  }
}

const capture = (): AsyncResource => new AsyncResource('SimulatedWrite', { requireManualDestroy: true })
