// The one wake-up that all message ports share: libuv keeps a single descriptor for its async handles, and goes through those
// that have something pending in the order of their creation. So the order among ports is no choice; against other I/O it is.
import type { AsyncResource } from 'node:async_hooks'
import { real } from '../../kernel/real.js'
import type { Kernel } from '../../kernel/types.js'

/** Node delivers no more than this of one port in one go. */
const BATCH = 1000

/** What has messages to deliver. */
export interface Handle {
  /** Its place in the order of creation. */
  readonly order: number
  readonly scope: AsyncResource
  readonly canDeliver: boolean
  deliverOne(): void
}

/** How a pass over the handles gets its macrotasks. */
interface Turns {
  post(run: () => void): void
  /** Directly after the task that runs and its drain. */
  follow(run: () => void): void
  /** Equal as long as the same task runs, its drain included. */
  moment(): unknown
}

export class Wakeups {
  private readonly turns: Turns
  private readonly pending = new Set<Handle>()
  private handles = 0
  /** `passing`: the next handle of a pass follows. `lingering`: a pass has ended, its last message is being worked on. */
  private state: 'idle' | 'posted' | 'passing' | 'lingering' = 'idle'
  private moment: unknown
  /** Where the pass stands, how many messages it has delivered there, and before which handle it ends. */
  private at = -1
  private count = 0
  private before = 0

  constructor(turns: Turns) {
    this.turns = turns
  }

  nextOrder(): number {
    return this.handles++
  }

  trigger(handle: Handle): void {
    this.pending.add(handle)
    if (this.state === 'lingering' && this.moment === this.turns.moment() && this.next() !== undefined) this.follow()
    else if (this.state === 'idle' || this.state === 'lingering') this.post()
  }

  /** What was announced for a handle is lost. */
  drop(handle: Handle): void {
    this.pending.delete(handle)
  }

  private post(): void {
    this.state = 'posted'
    this.turns.post(() => {
      // Handles that are created during the pass wait for the next one.
      this.before = this.handles
      this.at = -1
      this.count = 0
      this.step()
    })
  }

  private follow(): void {
    this.state = 'passing'
    this.turns.follow(() => this.step())
  }

  private next(): Handle | undefined {
    const from = this.count < BATCH ? this.at : this.at + 1
    let next: Handle | undefined
    for (const handle of this.pending) {
      const { order } = handle
      if (order >= from && order < this.before && (next === undefined || order < next.order)) next = handle
    }
    return next
  }

  private step(): void {
    this.state = 'passing'
    const handle = this.next()
    if (handle !== undefined) this.deliver(handle)
    if (this.next() !== undefined) this.follow()
    else if (this.pending.size > 0) this.post()
    else this.linger()
  }

  private deliver(handle: Handle): void {
    this.count = handle.order === this.at ? this.count + 1 : 1
    this.at = handle.order
    this.pending.delete(handle)
    if (handle.canDeliver) handle.scope.runInAsyncScope(() => handle.deliverOne())
    if (handle.canDeliver) this.pending.add(handle)
  }

  private linger(): void {
    this.state = 'lingering'
    this.moment = this.turns.moment()
  }
}

const NOTE = Symbol('wake-ups of ports')

const host = new Wakeups({
  post: (run) => void real.setImmediate(run),
  follow: (run) => void real.setImmediate(run),
  moment: () => Symbol('never the same'),
})

/** Of the execution that runs; outside, real turns of the loop serve what an execution has left. */
export const wakeupsOf = (kernel: Kernel | null): Wakeups => {
  if (kernel === null) return host
  let wakeups = kernel.notes.get(NOTE) as Wakeups | undefined
  if (wakeups === undefined) {
    const channel = kernel.channel('prompt', 'port.message')
    wakeups = new Wakeups({
      post: (run) => void kernel.post(channel, run),
      follow: (run) => kernel.follow('port.message', run),
      // Each task takes a little virtual time.
      moment: () => kernel.nowMs,
    })
    kernel.notes.set(NOTE, wakeups)
  }
  return wakeups
}
