// What every simulated handle is to Node and to its execution: an async context, a reference, a name, a leftover while it is open.
import { AsyncResource } from 'node:async_hooks'
import type { Kernel, Resource } from '../../kernel/types.js'
import { kOwner } from './bindings.js'
import { networkOf } from './network.js'

/** The socket or server above a handle. */
interface Owner {
  /** Sockets only. */
  destroy?(): void
  /** Servers only. */
  close?(): void
}

export abstract class Handle {
  /** What it is called in keys and to people. */
  label: string
  /** The how manieth handle of its execution it is. */
  readonly ordinal: number
  /** The async context of its callbacks: that of its creation, until an agent hands the socket to another request. */
  scope: AsyncResource
  protected readonly kernel: Kernel
  declare [kOwner]: Owner | undefined
  private readonly resource: Resource & { what: string }
  private held: { remove(): void } | null = null

  constructor(kernel: Kernel, { kind, label }: { kind: 'socket' | 'server'; label: string }) {
    this.kernel = kernel
    this.label = label
    this.ordinal = networkOf(kernel).count('handle')
    this.scope = capture()
    this.resource = { kind, what: `${kind} ${label}`, referenced: true, destroy: () => this.destroy() }
  }

  /** From here on it is a leftover. */
  protected hold(): void {
    this.held = this.kernel.hold(this.resource)
  }

  protected release(): void {
    this.held?.remove()
  }

  /** At teardown: from above, so that whoever uses it hears of it. */
  protected abstract destroy(): void

  rename(label: string): void {
    this.label = label
    this.resource.what = `${this.resource.kind} ${label}`
  }

  getAsyncId(): number {
    return this.scope.asyncId()
  }

  /** http agents call it where a request takes over a socket: from here on its events belong to that request. */
  asyncReset(): void {
    this.scope = capture()
  }

  getProviderType(): number {
    return 0
  }

  ref(): void {
    this.resource.referenced = true
  }

  unref(): void {
    this.resource.referenced = false
  }

  hasRef(): boolean {
    return this.resource.referenced
  }
}

const capture = (): AsyncResource => new AsyncResource('SimulatedHandle', { requireManualDestroy: true })
