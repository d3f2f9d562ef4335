// The object that setTimeout and setInterval return inside an execution. Behaves as Node's Timeout does, on virtual time.
import { AsyncResource } from 'node:async_hooks'
import { real } from '../../kernel/real.js'
import type { TimerEntry } from '../../kernel/types.js'
import type { Callable } from '../replace.js'
import { followReference, type TimerPlace, timerPlace } from './timer-place.js'

/** Longest delay that Node takes: 2^31 - 1 ms. */
const TIMEOUT_MAX = 2 ** 31 - 1
/** Far away from the small numbers that Node gives to its own timers, so that neither clears the other by id. */
const FIRST_ID = 2 ** 30

const warned = new Set<unknown>()

/** A delay as Node takes it: NaN, less than 1 and more than 2^31 - 1 become 1 ms. The fraction stays until the timer is armed. */
export const coerceDelay = (delay: unknown): number => {
  const after = Number(delay)
  if (after >= 1 && after <= TIMEOUT_MAX) return after
  if (after > TIMEOUT_MAX && !warned.has(after)) {
    // Node warns each time; thousands of executions are one program, so once will do.
    warned.add(after)
    const text = `${after} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`
    process.emitWarning(text, 'TimeoutOverflowWarning')
  }
  return 1
}

/** Timers that gave away their number, by the clock that they tick by. */
const idsByPlace = new WeakMap<TimerPlace, Map<number, SimulatedTimeout>>()

const idsOf = (place: TimerPlace): Map<number, SimulatedTimeout> => {
  let ids = idsByPlace.get(place)
  if (ids === undefined) idsByPlace.set(place, (ids = new Map()))
  return ids
}

/** The timer of the running execution with this number, as `+timer` gave it. */
export const timeoutById = (id: number | string): SimulatedTimeout | undefined => idsByPlace.get(timerPlace())?.get(Number(id))

export interface TimeoutOptions {
  readonly args: readonly unknown[]
  readonly repeat: boolean
  readonly referenced?: boolean
  /** `this` of the callback where it is not the timer itself. */
  readonly self?: object
}

/** A timer of user code. Runs its callback in the async context of its creation, with itself as `this`. */
export class SimulatedTimeout {
  // These five have the names and values of Node's own fields: packages look at them.
  _idleTimeout: number
  _onTimeout: Callable | null
  _timerArgs: readonly unknown[] | undefined
  readonly _repeat: number | null
  _destroyed = false
  readonly #entry: TimerEntry
  readonly #self: object
  #place: TimerPlace
  #scope: AsyncResource
  #id: number | null = null

  constructor(callback: Callable, delay: unknown, { args, repeat, referenced = true, self }: TimeoutOptions) {
    const after = coerceDelay(delay)
    this._idleTimeout = after
    this._onTimeout = callback
    this._timerArgs = args.length === 0 ? undefined : args
    this._repeat = repeat ? after : null
    this.#self = self ?? this
    this.#entry = { ms: Math.trunc(after), referenced, fire: () => this.#fire() }
    this.#scope = capture()
    this.#place = timerPlace()
    this.#place.armTimer(this.#entry)
  }

  /** Counts from now again. A timer that belongs to an earlier execution moves into the one that runs. No effect once cleared. */
  refresh(): this {
    if (this._idleTimeout < 0) return this
    const place = timerPlace()
    this.#place.disarmTimer(this.#entry)
    if (place !== this.#place || this._destroyed) this.#scope = capture()
    if (place !== this.#place) this.#id = null
    this.#place = place
    this._destroyed = false
    place.armTimer(this.#entry)
    return this
  }

  ref(): this {
    return this.#refer(true)
  }

  unref(): this {
    return this.#refer(false)
  }

  hasRef(): boolean {
    return this.#entry.referenced
  }

  #refer(referenced: boolean): this {
    this.#entry.referenced = referenced
    followReference(this.#entry)
    return this
  }

  /** Never fires again. */
  close(): this {
    this._onTimeout = null
    if (this._destroyed) return this
    this.#place.disarmTimer(this.#entry)
    this._idleTimeout = -1
    this._destroyed = true
    return this
  }

  /** The number by which this timer can be cleared; the same in every execution under the same schedule. */
  [Symbol.toPrimitive](): number {
    const ids = idsOf(this.#place)
    this.#id ??= FIRST_ID + ids.size
    ids.set(this.#id, this)
    return this.#id
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #fire(): void {
    const { _onTimeout: callback, _timerArgs: args } = this
    if (callback === null) {
      this._destroyed = true
      return
    }
    try {
      if (args === undefined) this.#scope.runInAsyncScope(callback, this.#self)
      else this.#scope.runInAsyncScope(callback, this.#self, ...args)
    } finally {
      this.#afterwards()
    }
  }

  /** An interval counts on from its callback, behind what that has armed; a timer that its callback has refreshed stays armed. */
  #afterwards(): void {
    if (this._repeat !== null && this._idleTimeout !== -1) {
      this.#place.disarmTimer(this.#entry)
      this.#place.armTimer(this.#entry)
    } else if (!this.#place.isArmed(this.#entry)) {
      this._destroyed = true
    }
  }
}

/** The async context of the caller, so that every `AsyncLocalStorage` of the subject reaches the callback. */
const capture = (): AsyncResource => new AsyncResource('SimulatedTimeout', { requireManualDestroy: true })

const node = real.setTimeout(() => {}, 1)
real.clearTimeout(node)
/** What Node's own timers inherit from. */
export const nodeTimeoutPrototype = Object.getPrototypeOf(node) as object

// `instanceof`, `util.inspect` and `constructor.name` see a Timeout.
Object.setPrototypeOf(SimulatedTimeout.prototype, nodeTimeoutPrototype)
Object.defineProperty(SimulatedTimeout, 'name', { value: 'Timeout' })
