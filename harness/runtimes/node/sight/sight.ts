// Looks at one execution closely: at which lines of the subject each step went on and stopped, what still waits at the end, where things
// were made. By promise hooks, which cost a stack for every promise: for explanations, never for a search.
import { promiseHooks } from 'node:v8'
import type { Suspended, Went, Woken } from '../../../core/execution.js'
import { MAIN } from '../../../core/history.js'
import type { Closely } from '../../../core/runtime.js'
import { actorContext } from '../kernel/actors.js'
import { current } from '../kernel/current.js'
import { type Captured, capture, linesBelow, linesIn, linesOfTops, topFrame } from './stacks.js'

/** What a step was seen to do. */
export interface SeenStep {
  readonly resumed: readonly string[]
  readonly went: readonly Went[]
  readonly suspended: readonly string[]
  /** Line that asked for it. */
  readonly posted: string | null
}

/** Who did something with a promise, and where. */
interface Act {
  readonly actor: string
  readonly stack: Captured
}

interface Wait extends Act {
  /** What it waits for. */
  readonly promise: object
}

interface Resumed extends Wait {
  /** It began in an earlier step. */
  readonly isOld: boolean
}

interface Step {
  readonly key: string
  readonly actor: string
  readonly posted: Captured | null
  /** Where the first promise was settled by hand, before anything went on: inside a callback. */
  settled: Captured | null
  readonly resumed: Resumed[]
  /** Waits that began in it, by their promises. */
  readonly begun: Set<object>
  /** Who went on last. */
  now: string | null
  /** The first of them. */
  first: Wait | null
  /** Promises that were made before it: where the subject had come by then. */
  readonly made: Act[]
  /** Those of them that are open when it is over. */
  open: readonly Wait[]
}

const LINES_OF_A_WAIT = 4

export class Sight {
  private readonly waits = new Map<object, Wait>()
  private readonly waiters = new WeakMap<object, Wait[]>()
  /** Promises that come of no other one. */
  private readonly made = new WeakMap<object, Act>()
  private readonly places = new WeakMap<object, Captured>()
  private readonly woken: { readonly wait: Wait; readonly by: string }[] = []
  private readonly steps: Step[] = []
  private step: Step = stepOf('', MAIN, null)
  /** Of the `n`-th step. */
  private readonly isWanted: (key: string, n: number) => boolean
  /** `false`: steps that nobody wants are not looked at. */
  readonly isWhole: boolean
  /** `null`: nothing is looked at. */
  private unhook: (() => void) | null = null
  /** What runs after the end, to clear away, is not looked at. */
  private stopped = false

  constructor(wanted: Closely) {
    this.isWanted = wantedOf(wanted)
    this.isWhole = wanted === 'all' || !('ranges' in wanted)
    this.lookAt(0)
  }

  private lookAt(step: number): void {
    const isSeen = !this.stopped && (this.isWhole || this.isWanted('', step))
    if (isSeen === (this.unhook !== null)) return
    if (isSeen) {
      this.unhook = promiseHooks.createHook({
        init: (promise, parent) => this.init(promise, parent),
        before: (promise) => this.before(promise),
        settled: (promise) => this.settle(promise),
        after: () => {},
      }) as () => void
    } else {
      this.unhook?.()
      this.unhook = null
      // Nobody will see them end.
      this.waits.clear()
    }
  }

  /** A task or a resource is made. */
  note(thing: object): void {
    if (this.unhook !== null) this.places.set(thing, capture(this.note))
  }

  /** A timer that is armed again was made where it was armed first. */
  noteFirst(thing: object): void {
    if (!this.places.has(thing)) this.note(thing)
  }

  /** A task is a part of what somebody else asked for. */
  adopt(task: object, whole: object): void {
    const stack = this.places.get(whole)
    if (stack !== undefined) this.places.set(task, stack)
  }

  /** Where it was made, if the subject made it. */
  placeOf(thing: object): string | null {
    const stack = this.places.get(thing)
    return stack === undefined ? null : (linesIn(stack)[0] ?? null)
  }

  begin(task: object, key: string, actor: string): void {
    this.end()
    this.lookAt(this.steps.length)
    this.step = stepOf(key, actor, this.places.get(task) ?? null)
    this.steps.push(this.step)
  }

  /** Nothing is looked at any more. */
  stop(): void {
    this.end()
    this.stopped = true
    this.unhook?.()
    this.unhook = null
  }

  private end(): void {
    const { step, waits } = this
    step.open = [...step.begun].map((promise) => waits.get(promise)).filter((wait) => wait !== undefined)
    step.begun.clear()
  }

  private actor(): string {
    const named = actorContext.getStore()?.name ?? MAIN
    // What has no name of its own is told by the line of work that runs, or that it goes on with: an answer that comes is somebody's.
    return named === MAIN ? (this.step.now ?? this.step.actor) : named
  }

  private init(promise: object, parent: object | undefined): void {
    if (current() === null) return
    const act: Act = { actor: this.actor(), stack: capture(this.init) }
    if (parent === undefined) {
      this.made.set(promise, act)
      if (this.step.first === null) this.step.made.push(act)
      return
    }
    const wait: Wait = { ...act, promise: parent }
    this.waits.set(promise, wait)
    this.step.begun.add(promise)
    this.step.first ??= wait
    const waiters = this.waiters.get(parent)
    if (waiters === undefined) this.waiters.set(parent, [wait])
    else waiters.push(wait)
  }

  private before(promise: object): void {
    const wait = this.waits.get(promise)
    if (wait === undefined) return
    this.waits.delete(promise)
    this.step.now = wait.actor
    this.step.resumed.push({ ...wait, isOld: !this.step.begun.has(promise) })
  }

  private settle(promise: object): void {
    const { step, waits } = this
    waits.delete(promise)
    if (step.settled === null && step.resumed.length === 0) step.settled = capture(this.settle)
    const by = this.actor()
    for (const wait of this.waiters.get(promise) ?? []) if (wait.actor !== by) this.woken.push({ wait, by })
  }

  // --- what was seen, in words

  /** Of the `n`-th step; `null` where nobody wanted it. */
  seen(n: number): SeenStep | null {
    const step = this.steps[n]
    if (step === undefined || !this.isWanted(step.key, n)) return null
    const { settled, resumed, open, posted } = step
    const stacks = resumed.map(({ stack }) => stack)
    const went = wentIn(step)
    const actors = went.length === 0 ? [step.actor] : went.map(({ actor }) => actor)
    return {
      resumed: linesOfTops(settled === null ? stacks : [settled, ...stacks]),
      went,
      suspended: linesOfTops(open.filter(({ actor }) => actors.includes(actor)).map(({ stack }) => stack)),
      posted: posted === null ? null : (linesIn(posted)[0] ?? null),
    }
  }

  /** What the subject still waits for. An await is told with those that wait for it. */
  suspended(): Suspended[] {
    const waits = [...this.waits.values()]
    const all = waits.filter(isSubjects).map(told)
    const inner = (one: Suspended): boolean =>
      !all.some(({ actor, at }) => actor === one.actor && at.indexOf(one.at[0] as string) > 0)
    const handedOn = new Map<string, Suspended>()
    for (const act of waits.map((wait) => this.handedOn(wait))) {
      if (act !== null && !all.some(({ actor }) => actor === act.actor)) handedOn.set(act.actor, told(act))
    }
    return [...all.filter(inner), ...handedOn.values()]
  }

  /** A promise that a function returns is waited for by its caller, in no line of the function: where the promise was made is told. */
  private handedOn(wait: Wait): Act | null {
    const made = isSubjects(wait) ? undefined : this.made.get(wait.promise)
    return made === undefined || linesIn(made.stack).length === 0 ? null : made
  }

  /** Waits that another actor ended. */
  wakings(): Woken[] {
    const all = new Map<string, Woken>()
    for (const { wait, by } of this.woken) {
      const act = isSubjects(wait) ? wait : this.handedOn(wait)
      if (act === null || act.actor === by) continue
      const woken = { actor: act.actor, at: linesOf(act), by }
      all.set(JSON.stringify(woken), woken)
    }
    return [...all.values()]
  }
}

/** Whoever was waiting before; where nobody was, whoever began to wait: a callback was called. */
const wentIn = ({ resumed, first, made }: Step): Went[] => {
  const old = resumed.filter((wait) => wait.isOld && isSubjects(wait))
  if (old.length > 0) return chainsOf(old)
  return first === null || !isSubjects(first) ? [] : [{ actor: first.actor, at: calledIn(first, made), isCalled: true }]
}

/** Down to what has come to its end by the time somebody waits for it: a handler that answers at once is what was called. */
const calledIn = ({ stack }: Wait, made: readonly Act[]): string[] => {
  const waiting = linesBelow(stack)
  return made
    .map((act) => linesBelow(act.stack))
    .filter((lines) => waiting.every((line, i) => lines[lines.length - waiting.length + i] === line))
    .reduce((deepest, lines) => (lines.length > deepest.length ? lines : deepest), waiting)
}

/** Each with those that waited for it, as far as they went on too. One answer may let several go on at the same lines. */
const chainsOf = (old: readonly Wait[]): Went[] => {
  const tops = old.map(({ stack }) => linesOfTops([stack])[0] as string)
  const chains: Went[] = []
  const told = new Set<string>()
  for (const [i, { actor, stack }] of old.entries()) {
    const top = tops[i] as string
    const nameOf = (line: string): string => `${actor} ${line}`
    if (told.has(nameOf(top))) continue
    const lines = linesBelow(stack).filter((line) => old.some((wait, j) => wait.actor === actor && tops[j] === line))
    const at = lines.length === 0 ? [top] : lines
    for (const line of [top, ...at]) told.add(nameOf(line))
    chains.push({ actor, at })
  }
  return chains
}

const wantedOf = (wanted: Closely): ((key: string, n: number) => boolean) => {
  if (wanted === 'all') return () => true
  if ('ranges' in wanted) return (_, n) => wanted.ranges.some(([from, to]) => n >= from && n <= to)
  const keys = new Set(wanted)
  return (key) => keys.has(key)
}

const isSubjects = ({ stack }: Act): boolean => topFrame(stack) !== null

const linesOf = ({ stack }: Act): string[] => linesIn(stack).slice(0, LINES_OF_A_WAIT)

const told = (act: Act): Suspended => {
  const name = topFrame(act.stack)?.name ?? ''
  return { actor: act.actor, at: linesOf(act), ...(/^$|<anonymous>/.test(name) ? {} : { in: name }) }
}

const stepOf = (key: string, actor: string, posted: Captured | null): Step => ({
  key,
  actor,
  posted,
  settled: null,
  resumed: [],
  begun: new Set(),
  now: null,
  first: null,
  made: [],
  open: [],
})

/** As a part of a leftover. */
export const placed = (sight: Sight | null, thing: object): { at?: string } => {
  const at = sight?.placeOf(thing) ?? null
  return at === null ? {} : { at }
}
