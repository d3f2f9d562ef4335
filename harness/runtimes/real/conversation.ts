// What a dispatcher in a process of its own and whoever has spawned it tell each other: lines of JSON on stdin and stdout.
import { writeSync } from 'node:fs'
import type { DispatcherSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import type { HistoryEvent, HistoryRecorder } from '../../core/history.js'
import type { Hold } from '../../dispatchers/desk.js'
import type { DispatcherCommandOptions } from './dispatcher-options.js'
import { createHolding, type HoldSummary } from './holding.js'
import { monotonicMs } from './monotonic.js'
import type { Order } from './order.js'
import { quietly } from './quietly.js'
import type { StdinLines } from './stdin-lines.js'

/** To the dispatcher, once it is there. */
export type Told =
  /** A caller has begun an operation, or ended it. */
  | { readonly seen: string }
  /** Answers are kept back no longer than this in all. */
  | { readonly boundMs: number }
  /** Whatever came before this has been dealt with when it is answered. */
  | { readonly ping: number }

/** From it, after the ready line. */
export type Said = HistoryEvent | { readonly pong: number } | { readonly hold: HoldSummary }

export interface Conversation {
  /** Records what the dispatcher does; prints it where that was asked for. */
  readonly recorder: HistoryRecorder
  readonly hold?: Hold
  say(what: unknown): void
  /** What is to be said when all is over. */
  end(): void
}

export interface ConversationMeans {
  readonly stdin: StdinLines | null
  /** Told of a line that is no message (`BAD_OPTION`). */
  readonly onNonsense: (error: HarnessError) => void
}

/** The order of `--hold` is the next line of stdin. Throws `BAD_OPTION` where there is none. */
export const createConversation = async (
  options: DispatcherCommandOptions,
  spec: DispatcherSpec,
  { stdin, onNonsense }: ConversationMeans,
): Promise<Conversation> => {
  const { events = false, hold, clockZero, talkTo } = options
  const say = talkTo === undefined ? print : sayTo(Number(talkTo))
  const zeroMs = clockZero === undefined ? monotonicMs() : Number(clockZero)
  const plain = events ? printingRecorder(zeroMs, say) : countingRecorder()
  const holding =
    hold === undefined ? null : createHolding({ order: await nextOrder(stdin), boundMs: Number(hold), service: serviceOf(spec) })
  stdin?.each((line) => {
    const told = toldBy(line)
    if (told === null) onNonsense(new HarnessError('BAD_OPTION', 'a line on stdin says nothing to a dispatcher', { found: line }))
    else if ('ping' in told) say({ pong: told.ping })
    else if ('seen' in told) holding?.see(told.seen)
    else holding?.limit(told.boundMs)
  })
  if (holding === null) return { recorder: plain, say, end: () => {} }
  return { recorder: holding.recorder(plain), hold: holding.hold, say, end: () => say({ hold: holding.summary() }) }
}

const nextOrder = async (stdin: StdinLines | null): Promise<Order> => {
  const line = await stdin?.next()
  if (line == null) throw new HarnessError('BAD_OPTION', '--hold finds no order on stdin')
  return JSON.parse(line)
}

/** Over files a dispatcher that serves in turn looks for nothing else before it has answered. */
const serviceOf = ({ service = 'fifo', transport }: DispatcherSpec): 'concurrent' | 'fifo' | 'one by one' =>
  service === 'fifo' && transport === 'file' ? 'one by one' : service

/** `null` for what is none. */
const toldBy = (line: string): Told | null => {
  const told: unknown = quietly(() => JSON.parse(line))
  if (typeof told !== 'object' || told === null) return null
  return ['ping', 'seen', 'boundMs'].some((name) => Object.hasOwn(told, name)) ? (told as Told) : null
}

type Say = Conversation['say']

const print: Say = (what) => void process.stdout.write(`${JSON.stringify(what)}\n`)

/** At once, so that it has been said whatever comes next. */
const sayTo =
  (fd: number): Say =>
  (what) => {
    for (let rest = Buffer.from(`${JSON.stringify(what)}\n`); rest.length > 0; ) rest = rest.subarray(writeAt(fd, rest))
  }

const writeAt = (fd: number, bytes: Buffer): number => {
  try {
    return writeSync(fd, bytes)
  } catch (error) {
    // Where nobody reads any more, whoever has spawned it is gone, and with it the lifeline.
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : bytes.length
  }
}

const countingRecorder = (): HistoryRecorder => {
  let calls = 0
  return { record: () => {}, nextCall: () => ++calls }
}

/** Each event as a line of JSON, with real milliseconds since `zeroMs`. */
const printingRecorder = (zeroMs: number, say: Say): HistoryRecorder => {
  let n = 0
  return {
    ...countingRecorder(),
    record: (event) => {
      const facts = { n, atMs: Math.round((monotonicMs() - zeroMs) * 1000) / 1000, step: n++ }
      say({ ...facts, ...event })
    },
  }
}
