// Keeps a dispatcher's answers back until the order of a counterexample is met. It only delays: nothing is reordered on a connection.
import type { HistoryRecorder } from '../../core/history.js'
import type { Hold } from '../../dispatchers/desk.js'
import { createNamer, isAnswer, isArrival, type Order } from './order.js'

export interface HoldingOptions {
  readonly order: Order
  /** Real ms for which answers are kept back in this run, all of them together. */
  readonly boundMs: number
  /** How the dispatcher serves: one request at a time on a connection, or, over files, one at all. */
  readonly service: 'concurrent' | 'fifo' | 'one by one'
}

/** What became of the order in a run, as plain data. */
export interface HoldSummary {
  /** Every answer of the order came after all that was to come before it. */
  readonly met: boolean
  /** Real ms for which answers were kept back. */
  readonly heldMs: number
  /** What had not come when holding was given up; empty where it was not. */
  readonly missed: readonly string[]
}

export interface Holding {
  /** Sees what the dispatcher records, and hands it on. */
  recorder(inner: HistoryRecorder): HistoryRecorder
  readonly hold: Hold
  /** A moment of a caller's: it has begun, or ended. */
  see(moment: string): void
  /** Lowers the bound. */
  limit(boundMs: number): void
  summary(): HoldSummary
}

interface Waiting {
  readonly call: number
  readonly needs: readonly string[]
  go(): void
}

/** Once the bound is reached, or the order cannot be met any more, everything goes and nothing is kept back in this run again. */
export const createHolding = ({ order, boundMs: bound, service }: HoldingOptions): Holding => {
  const needsOf = new Map(order.map((moment, at) => [moment, needsAt(order, at)]))
  const namer = createNamer(tokensIn(order))
  const places = new Map<number, Place>()
  const seen = new Set<string>()
  const waiting = new Set<Waiting>()
  const stopwatch = createStopwatch()
  let boundMs = bound
  let missed: readonly string[] | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  /** What the answer to `call` still waits for. That another one is ready is no need where that one has to wait for this. */
  const missing = ({ call, needs }: Pick<Waiting, 'call' | 'needs'>): string[] =>
    needs.filter((moment) => !seen.has(moment) && !(isReady(moment) && comesAfter(answerOf(moment), call)))
  const giveUp = (what: readonly string[]): void => {
    missed ??= what
    for (const each of waiting) release(each)
  }
  const release = (each: Waiting): void => {
    waiting.delete(each)
    if (waiting.size === 0) stopwatch.stop()
    arm()
    each.go()
  }
  /** Looks at the one that waits: it may go, it waits on, or it waits for what cannot come before it. */
  const look = (each: Waiting): void => {
    const left = missing(each)
    const inVain = left.filter((moment) => comesAfter(moment, each.call))
    if (left.length === 0) release(each)
    else if (inVain.length > 0) giveUp(inVain)
  }
  const comesAfter = (moment: string, call: number): boolean => {
    if (service === 'one by one') return isAnswer(moment) || isArrival(moment)
    return (
      service === 'fifo' && [...places.values()].some((other) => isBehind(other, places.get(call)) && other.answer === moment)
    )
  }
  const arm = (): void => {
    clearTimeout(timer)
    if (waiting.size > 0) timer = setTimeout(onBound, Math.max(0, boundMs - stopwatch.ms()))
  }
  const onBound = (): void => giveUp([...new Set([...waiting].flatMap(missing))])
  const see = (moment: string): void => {
    seen.add(moment)
    for (const each of [...waiting]) if (waiting.has(each)) look(each)
  }
  return {
    see,
    recorder: (inner) => ({
      nextCall: () => inner.nextCall(),
      record(event) {
        inner.record(event)
        const moment = namer.momentOf(event)
        if (moment === null) return
        if (event.type === 'invoke') {
          const answer = moment.replace('arrives', 'answered')
          places.set(event.call, { connection: event.via?.connection ?? '', nth: places.size, answer })
        }
        see(moment)
      },
    }),
    hold(call) {
      const { answer = '' } = places.get(call) ?? {}
      const needs = needsOf.get(answer) ?? []
      see(readyFor(answer))
      if (missed !== null || missing({ call, needs }).length === 0) return Promise.resolve()
      return new Promise((go) => {
        const each = { call, needs, go }
        waiting.add(each)
        stopwatch.start()
        arm()
        look(each)
      })
    },
    limit(ms) {
      boundMs = Math.min(boundMs, ms)
      arm()
    },
    summary: () => ({
      met: missed === null && order.every((moment) => !isAnswer(moment) || seen.has(moment)),
      heldMs: stopwatch.ms(),
      missed: missed ?? [],
    }),
  }
}

const READY = 'ready: '
const readyFor = (answer: string): string => `${READY}${answer}`
const isReady = (moment: string): boolean => moment.startsWith(READY)
const answerOf = (ready: string): string => ready.slice(READY.length)

/**
 * All that comes before; and of answers that follow at once, that they could: they would be late where this one went as soon as it
 * may, and whoever receives it would be ahead of them.
 */
const needsAt = (order: Order, at: number): string[] => {
  const after = order.slice(at + 1)
  const next = after.findIndex((moment) => !isAnswer(moment))
  return [...order.slice(0, at), ...after.slice(0, next < 0 ? undefined : next).map(readyFor)]
}

/** Where a request stands among all. */
interface Place {
  readonly connection: string
  readonly nth: number
  /** Name of the moment at which it is answered. */
  readonly answer: string
}

const isBehind = (other: Place, own: Place | undefined): boolean =>
  own !== undefined && other.connection === own.connection && other.nth > own.nth

const tokensIn = (order: Order): string[] => [
  ...new Set(order.map((moment) => moment.replace(/^\S+ /, '').replace(/ \(\d+\)$/, ''))),
]

const createStopwatch = () => {
  let sinceMs: number | null = null
  let totalMs = 0
  const ms = (): number => totalMs + (sinceMs === null ? 0 : performance.now() - sinceMs)
  return {
    ms,
    start: () => void (sinceMs ??= performance.now()),
    stop() {
      totalMs = ms()
      sinceMs = null
    },
  }
}
