// Random programs of timers, immediates, ticks and promises, and what Node guarantees about the order of their events.
import type { Script } from '../both.js'

export type Kind = 'tick' | 'promise' | 'microtask' | 'immediate' | 'timer'

/** Something to start; when it runs it tells its number and starts its children. */
export interface Step {
  readonly kind: Kind
  readonly ms: number
  readonly children: readonly Step[]
}

interface Numbered {
  readonly id: number
  readonly kind: Kind
  readonly ms: number
  readonly children: readonly Numbered[]
}

/** A program whose steps have numbers, depth first from 0. */
export interface Program {
  readonly roots: readonly Numbered[]
  readonly size: number
}

export const program = (steps: readonly Step[]): Program => {
  let size = 0
  const number = ({ kind, ms, children }: Step): Numbered => ({ id: size++, kind, ms, children: children.map(number) })
  return { roots: steps.map(number), size }
}

const start = (step: Numbered, run: () => void): unknown => {
  switch (step.kind) {
    case 'tick':
      return process.nextTick(run)
    case 'promise':
      return Promise.resolve().then(run)
    case 'microtask':
      return queueMicrotask(run)
    case 'immediate':
      return setImmediate(run)
    case 'timer':
      return setTimeout(run, step.ms)
  }
}

/** The program as ordinary code. */
export const scriptOf =
  ({ roots, size }: Program): Script =>
  (say) =>
    new Promise((resolve) => {
      let left = size
      const run = (step: Numbered): void => {
        say(String(step.id))
        startAll(step.children)
        if (--left === 0) resolve(undefined)
      }
      const startAll = (steps: readonly Numbered[]): void => {
        for (const step of steps) start(step, () => run(step))
      }
      startAll(roots)
    })

/** A callback of the loop with all the ticks and microtasks that come of it: nothing ever comes in between. */
interface Block {
  readonly ids: readonly number[]
  /** Timers and immediates that it starts, in order. */
  readonly starts: readonly Numbered[]
}

/** Ticks first, then microtasks, until neither is left; microtasks are emptied before the ticks that they add. */
const blockOf = (head: Numbered | null, children: readonly Numbered[]): Block => {
  const ids = head === null ? [] : [head.id]
  const starts: Numbered[] = []
  const ticks: Numbered[] = []
  const microtasks: Numbered[] = []
  const startAll = (steps: readonly Numbered[]): void => {
    for (const step of steps) queueOf(step.kind).push(step)
  }
  const queueOf = (kind: Kind): Numbered[] =>
    kind === 'tick' ? ticks : kind === 'promise' || kind === 'microtask' ? microtasks : starts
  const run = (step: Numbered): void => {
    ids.push(step.id)
    startAll(step.children)
  }
  startAll(children)
  while (ticks.length + microtasks.length > 0) {
    while (ticks.length > 0) run(ticks.shift() as Numbered)
    while (microtasks.length > 0) run(microtasks.shift() as Numbered)
  }
  return { ids, starts }
}

/** What is pending while a trace is read, and how much of a batch of immediates is still to come. */
interface Pending {
  readonly immediates: Numbered[]
  readonly timers: Numbered[]
  batch: number
}

/**
 * The first thing in `trace` that Node rules out; null where there is none. Node guarantees, however late it is:
 * 1. a callback's ticks and microtasks run right after it, in the order of `blockOf`;
 * 2. immediates run in the order of their setting, and those that are pending when the first one runs, run together;
 * 3. timers of one duration fire in the order of their arming;
 * 4. of timers that were armed in one go, shorter ones first, the shorter one fires first (`flat`: all of them were armed so);
 * 5. from I/O and timer callbacks, an immediate comes before a timer that the same callback arms, if no other one is pending:
 *    arming a second one reads the clock anew, and if the machine has stalled, the first is due before the loop goes on.
 */
export const violation = ({ roots, size }: Program, trace: readonly string[], flat: boolean): string | null => {
  if (trace.length !== size) return `${trace.length} of ${size} events`
  const pending: Pending = { immediates: [], timers: [], batch: 0 }
  const before = new Map<number, readonly number[]>()
  const done = new Set<number>()
  let at = 0
  let head: Numbered | null = null
  for (;;) {
    const block = blockOf(head, head === null ? roots : head.children)
    const shown = trace.slice(at, at + block.ids.length)
    if (shown.join() !== block.ids.join()) return `block ${block.ids.join()} shows as ${shown.join()}`
    for (const id of block.ids) done.add(id)
    at += block.ids.length
    note(block, head, { pending, before })
    if (at === size) return null
    const next = take(Number(trace[at]), pending, flat)
    if (typeof next === 'string') return next
    const first = before.get(next.id)?.find((id) => !done.has(id))
    if (first !== undefined) return `timer ${next.id} before immediate ${first}`
    head = next
  }
}

const note = (
  { starts }: Block,
  head: Numbered | null,
  { pending, before }: { pending: Pending; before: Map<number, readonly number[]> },
): void => {
  const immediates = starts.filter(({ kind }) => kind === 'immediate')
  const timers = starts.filter(({ kind }) => kind === 'timer')
  pending.immediates.push(...immediates)
  pending.timers.push(...timers)
  if (head?.kind === 'immediate' || pending.timers.length > 1) return
  for (const { id } of timers)
    before.set(
      id,
      immediates.map((immediate) => immediate.id),
    )
}

/** Takes the next callback off what is pending, or says why it cannot be the next. */
const take = (id: number, pending: Pending, flat: boolean): Numbered | string => {
  const { immediates, timers } = pending
  if (immediates[0]?.id === id) {
    pending.batch = pending.batch === 0 ? immediates.length - 1 : pending.batch - 1
    return immediates.shift() as Numbered
  }
  const index = timers.findIndex((timer) => timer.id === id)
  const timer = timers[index]
  if (timer === undefined) return `${id} is not the next immediate, and no timer`
  if (pending.batch > 0) return `timer ${id} amid immediates`
  const sooner = timers.find(
    (other, i) => (other !== timer && (flat ? other.ms < timer.ms : false)) || (i < index && other.ms === timer.ms),
  )
  if (sooner !== undefined) return `timer ${id} (${timer.ms} ms) before timer ${sooner.id} (${sooner.ms} ms)`
  timers.splice(index, 1)
  return timer
}
