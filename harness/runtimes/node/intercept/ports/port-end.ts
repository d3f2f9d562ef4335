// One end of an in-process message channel: structured clones in a queue, delivered in batches, and the protocol of closing.
import { AsyncResource } from 'node:async_hooks'
import { current } from '../../kernel/current.js'
import { real } from '../../kernel/real.js'
import type { Kernel } from '../../kernel/types.js'
import { type Handle, type Wakeups, wakeupsOf } from './port-wakeups.js'

/** What a port looks like from outside: Node's own event target with both faces, `addEventListener` and `on`. */
export interface Face extends EventTarget {
  emit(type: string, value?: unknown): boolean
  listenerCount(type: string): number
}

/** A clone on its way, and the ports that came with it. */
export interface Message {
  readonly data: unknown
  readonly ports: readonly Face[]
}

/** Tells an end, in order behind all messages, that the other one is closed. */
const CLOSE = Symbol('close')

class MessagePortCloseEvent extends Event {
  constructor() {
    super('close')
  }
}

export interface EndOptions {
  /** Whether messages may be delivered. */
  readonly isStarted: () => boolean
  /** Called once, when this end has closed. */
  readonly onClosed: () => void
  /** Called after each message: a listener may have been for one only. */
  readonly delivered?: () => void
}

export class PortEnd implements Handle {
  peer: PortEnd | null = null
  face: Face
  order: number
  scope: AsyncResource
  /** The ports that come with the message that is being delivered. */
  arriving: readonly Face[] = []
  private readonly options: EndOptions
  private kernel: Kernel | null
  private wakeups: Wakeups
  private inbox: (Message | typeof CLOSE)[] = []
  private state: 'open' | 'closing' | 'closed' = 'open'

  constructor(face: Face, options: EndOptions) {
    this.face = face
    this.options = options
    this.kernel = current()
    this.scope = capture()
    this.wakeups = wakeupsOf(this.kernel)
    this.order = this.wakeups.nextOrder()
  }

  get isOpen(): boolean {
    return this.state === 'open'
  }

  /** An end that outlived its execution moves into the one that runs; nothing that was under way comes with it. */
  private adopt(): void {
    const kernel = current()
    if (kernel === this.kernel) return
    if (this.kernel !== null) this.forget()
    this.kernel = kernel
    this.scope = capture()
    this.wakeups = wakeupsOf(kernel)
    this.order = this.wakeups.nextOrder()
  }

  forget(): void {
    this.inbox = []
    this.wakeups.drop(this)
  }

  receive(message: Message | typeof CLOSE): void {
    if (this.state === 'closed') return
    this.adopt()
    this.inbox.push(message)
    this.trigger()
  }

  trigger(): void {
    this.adopt()
    if (this.state === 'open' && this.canDeliver) this.wakeups.trigger(this)
  }

  get canDeliver(): boolean {
    const { inbox } = this
    return inbox.length > 0 && this.state !== 'closed' && (inbox[0] === CLOSE || this.options.isStarted())
  }

  deliverOne(): void {
    const message = this.inbox.shift()
    if (message === undefined) return
    if (message === CLOSE) {
      this.close()
      return
    }
    this.arriving = message.ports
    this.face.emit('message', message.data)
    this.options.delivered?.()
  }

  /** What `receiveMessageOnPort` returns. */
  takeNow(): { message: unknown } | undefined {
    const [first] = this.inbox
    if (first === undefined || first === CLOSE) return undefined
    this.inbox.shift()
    return { message: first.data }
  }

  /** A batch that is being delivered goes on; what has only been announced is lost. Reports in the phase of close callbacks. */
  close(): void {
    if (this.state !== 'open') return
    this.adopt()
    this.state = 'closing'
    this.wakeups.drop(this)
    const report = () => this.reportClosed()
    if (this.kernel === null) real.setImmediate(() => this.scope.runInAsyncScope(report))
    else this.kernel.once('close', 'port.close', report, this.scope)
  }

  private reportClosed(): void {
    this.state = 'closed'
    this.inbox = []
    this.options.onClosed()
    this.peer?.receive(CLOSE)
    this.face.dispatchEvent(new MessagePortCloseEvent())
  }
}

const capture = (): AsyncResource => new AsyncResource('SimulatedMessagePort', { requireManualDestroy: true })
