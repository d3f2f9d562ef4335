// One end of an in-process message channel: queued structured clones, delivered in batches in the poll phase, as libuv's async handles do.
import { AsyncResource } from 'node:async_hooks'
import { current } from '../kernel/current.js'
import { real } from '../kernel/real.js'
import type { Channel, Kernel } from '../kernel/types.js'

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

/** Node delivers no more than this in one go. */
const BATCH = 1000

/** Where Node's event target finds the ports of the message that it is about to deliver. */
const RECEIVING_PORTS = Symbol.for('nodejs.internal.kCurrentlyReceivingPorts')

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

export class PortEnd {
  peer: PortEnd | null = null
  face: Face
  private readonly options: EndOptions
  private kernel: Kernel | null = null
  private channel: Channel | null = null
  private scope: AsyncResource
  private inbox: (Message | typeof CLOSE)[] = []
  private wakeup: { cancelled: boolean } | null = null
  private state: 'open' | 'closing' | 'closed' = 'open'

  constructor(face: Face, options: EndOptions) {
    this.face = face
    this.options = options
    this.scope = capture()
    this.adopt()
  }

  get isOpen(): boolean {
    return this.state === 'open'
  }

  /** An end that outlived its execution moves into the one that runs; nothing that was under way comes with it. */
  private adopt(): void {
    const kernel = current()
    if (kernel === this.kernel) return
    if (this.kernel !== null) this.forget()
    this.scope = capture()
    this.kernel = kernel
    this.channel = kernel?.channel('io', 'port.message') ?? null
  }

  forget(): void {
    this.inbox = []
    this.wakeup = null
  }

  receive(message: Message | typeof CLOSE): void {
    if (this.state === 'closed') return
    this.adopt()
    this.inbox.push(message)
    this.trigger()
  }

  /** Posts one wake-up for however many messages, as an async handle does. */
  trigger(): void {
    this.adopt()
    if (this.wakeup !== null || !this.canDeliver) return
    const { kernel, channel } = this
    const wake = { cancelled: false }
    this.wakeup = wake
    const run = () => {
      if (!wake.cancelled) this.deliver(1)
    }
    if (kernel === null || channel === null) real.setImmediate(() => this.scope.runInAsyncScope(run))
    else kernel.post(channel, run, this.scope)
  }

  private get canDeliver(): boolean {
    const { inbox } = this
    return inbox.length > 0 && this.state !== 'closed' && (inbox[0] === CLOSE || this.options.isStarted())
  }

  private deliver(nth: number): void {
    if (this.canDeliver) this.deliverOne(this.inbox.shift() as Message | typeof CLOSE)
    if (this.canDeliver && nth < BATCH) {
      this.deliverNext(nth + 1)
    } else {
      this.wakeup = null
      this.trigger()
    }
  }

  private deliverNext(nth: number): void {
    const next = () => this.deliver(nth)
    if (this.kernel === null) real.setImmediate(() => this.scope.runInAsyncScope(next))
    else this.kernel.follow('port.message', next, this.scope)
  }

  private deliverOne(message: Message | typeof CLOSE): void {
    if (message === CLOSE) {
      this.close()
      return
    }
    if (message.ports.length > 0) Reflect.set(this.face, RECEIVING_PORTS, message.ports)
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
    if (this.wakeup !== null) this.wakeup.cancelled = true
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
