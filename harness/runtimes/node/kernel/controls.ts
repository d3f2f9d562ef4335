// What a running body may ask, on top of the kernel.
import { inspect, types } from 'node:util'
import type { ChoiceKind } from '../../../core/choice.js'
import { type EventFacts, isMain } from '../../../core/history.js'
import type { Controls, Program } from '../../../core/runtime.js'
import type { NodeKernel } from './kernel.js'

export class NodeControls implements Controls {
  readonly cleanups: (() => void | Promise<void>)[] = []
  private readonly kernel: NodeKernel
  private readonly started: { readonly actor: string; readonly promise: Promise<unknown> }[] = []

  constructor(kernel: NodeKernel) {
    this.kernel = kernel
  }

  nowMs(): number {
    return this.kernel.nowMs
  }

  step(): number {
    return this.kernel.steps
  }

  nextCall(): number {
    return this.kernel.journal.nextCall()
  }

  record(event: EventFacts): void {
    this.kernel.record(event)
  }

  choose(kind: Exclude<ChoiceKind, 'run'>, what: string, options: readonly string[]): number {
    return this.kernel.choose(kind, what, options)
  }

  pause(what: string): Promise<void> {
    return new Promise((resolve) => void this.kernel.once('io', what, resolve))
  }

  as<T>(actor: string, fn: () => T): T {
    const result = this.kernel.as(actor, fn)
    if (types.isPromise(result)) this.started.push({ actor, promise: result })
    return result
  }

  /** The subject's actors of which something has not settled yet, in the order in which they started. */
  unsettled(): string[] {
    const actors = this.started.filter(({ promise }) => isPending(promise)).map(({ actor }) => actor)
    return [...new Set(actors)].filter((actor) => !isMain(actor) && !this.kernel.owned.has(actor))
  }

  overlapped(): void {
    this.kernel.overlap = true
  }

  observed(value: unknown): void {
    this.kernel.observed = value
  }

  own(actor: string): void {
    this.kernel.owned.add(actor)
  }

  dir(): string {
    return this.kernel.dir()
  }

  program(name: string, program: Program): void {
    this.kernel.programs.set(name, program)
  }

  atEnd(cleanup: () => void | Promise<void>): void {
    this.cleanups.push(cleanup)
  }

  atStandstill(giveUp: () => boolean): void {
    this.kernel.atStandstill(giveUp)
  }

  get signal(): AbortSignal {
    return this.kernel.subject.signal
  }
}

/** Looked at, not awaited: a reaction would count as a handler of its rejection, and take microtasks. */
const isPending = (promise: Promise<unknown>): boolean =>
  /^[^{]*\{\s+<pending>/.test(inspect(promise, { depth: 0, customInspect: false }))
