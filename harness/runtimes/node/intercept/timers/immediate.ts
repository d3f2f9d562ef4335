// The object that setImmediate returns inside an execution. Behaves as Node's Immediate does.
import { AsyncResource } from 'node:async_hooks'
import { real } from '../../kernel/real.js'
import type { Kernel } from '../../kernel/types.js'
import type { Callable } from '../replace.js'

/** An immediate of user code. Runs its callback in the async context of its creation, with itself as `this`. */
export class SimulatedImmediate {
  // These have the names and values of Node's own fields: packages look at them.
  _onImmediate: Callable | null
  _argv: readonly unknown[] | undefined
  _destroyed = false
  readonly #scope = new AsyncResource('SimulatedImmediate', { requireManualDestroy: true })
  readonly #handle: ReturnType<Kernel['setImmediate']>

  constructor(kernel: Kernel, callback: Callable, args: readonly unknown[]) {
    this._onImmediate = callback
    this._argv = args.length === 0 ? undefined : args
    this.#handle = kernel.setImmediate(() => this.#fire())
  }

  ref(): this {
    if (!this._destroyed) this.#handle.referenced = true
    return this
  }

  unref(): this {
    if (!this._destroyed) this.#handle.referenced = false
    return this
  }

  hasRef(): boolean {
    return !this._destroyed && this.#handle.referenced
  }

  [Symbol.dispose](): void {
    this.clear()
  }

  /** Never runs; what `clearImmediate` does. */
  clear(): void {
    if (this._destroyed) return
    this._destroyed = true
    this._onImmediate = null
    this.#handle.cancel()
  }

  #fire(): void {
    const { _onImmediate: callback, _argv: args } = this
    if (callback === null) return
    this._destroyed = true
    this._onImmediate = null
    this.#scope.runInAsyncScope(callback, this, ...(args ?? []))
  }
}

const node = real.setImmediate(() => {})
real.clearImmediate(node)
Object.setPrototypeOf(SimulatedImmediate.prototype, Object.getPrototypeOf(node) as object)
Object.defineProperty(SimulatedImmediate, 'name', { value: 'Immediate' })
