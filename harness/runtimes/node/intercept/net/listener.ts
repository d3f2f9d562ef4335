// The handle under a simulated server: connections wait in its backlog, established, until they are accepted.
import type { Channel, Kernel } from '../../kernel/types.js'
import { kOwner, uv } from './bindings.js'
import type { Connection } from './connection.js'
import { Handle } from './handle.js'
import type { StreamHandle } from './stream-handle.js'

/** A place in the backlog; the connection is known before its turn comes. */
export interface Guest {
  connection: Connection | null
  /** Makes the handle of the server's side, in the server's async context. */
  readonly welcome: () => StreamHandle
}

export abstract class Listener extends Handle {
  closed = false
  declare onconnection: (status: number, handle: StreamHandle) => void
  private room = 0
  private posted = false
  private bound = false
  private readonly channel: Channel
  private readonly backlog: Guest[] = []
  private readonly overflow: (() => void)[] = []

  constructor(kernel: Kernel, label: string) {
    super(kernel, { kind: 'server', label })
    this.channel = kernel.channel('io', `net.accept ${label}`, { on: label, write: true })
  }

  /** Takes the address: 0, or an error. */
  protected abstract bind(): number
  protected abstract unbind(): void

  /** Room for one more than `backlog`, as on Linux. */
  listen(backlog: number): number {
    const error = this.bind()
    if (error !== 0) return error
    this.room = backlog + 1
    this.bound = true
    this.hold()
    return 0
  }

  get isFull(): boolean {
    return this.backlog.length >= this.room
  }

  /** A connection is established: it waits to be accepted. */
  enter(guest: Guest): void {
    this.backlog.push(guest)
    if (!this.posted) this.kernel.post(this.channel, this.accept, this.scope)
    this.posted = true
  }

  /** Calls `again` once the backlog has room. */
  whenRoom(again: () => void): void {
    this.overflow.push(again)
  }

  private readonly accept = (): void => {
    const guest = this.backlog.shift()
    // One connection is accepted in each turn of the loop, as libuv does.
    this.posted = this.backlog.length > 0
    if (this.posted) this.kernel.postFirst(this.channel, this.accept, this.scope)
    if (guest === undefined) return
    const handle = guest.welcome()
    this.overflow.shift()?.()
    this.onconnection(0, handle)
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    if (!this.bound) return
    this.release()
    this.unbind()
    for (const { connection } of this.backlog.splice(0)) if (connection !== null) hangUp(connection)
    for (const again of this.overflow.splice(0)) again()
  }

  protected destroy(): void {
    const owner = this[kOwner]
    if (owner?.close === undefined) this.close()
    else owner.close()
  }

  fchmod(): number {
    return 0
  }
}

/** Nobody accepts it any more: the client is told by a reset. */
const hangUp = ({ c2s, s2c }: Connection): void => {
  const client = s2c.reader
  c2s.abandon()
  s2c.fail(uv('ECONNRESET'))
  client?.peerGone()
}
