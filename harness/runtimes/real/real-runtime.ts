// The real world as a runtime: nothing is controlled. It runs a body once, in real time, and tells what happened and what was left.
import type { DispatcherAddress } from '../../core/dispatcher-spec.js'
import { describeThrown, errorFacts } from '../../core/error-text.js'
import { isHarnessError } from '../../core/errors.js'
import type { End, Execution, Leftover } from '../../core/execution.js'
import { callsOf, type HistoryEvent } from '../../core/history.js'
import type { Body, ExecutionSettings, Runtime } from '../../core/runtime.js'
import { watchErrors } from './errors.js'
import { kindOf } from './handles.js'
import { monotonicMs } from './monotonic.js'
import type { Mark } from './processes.js'
import { createPrograms } from './programs.js'
import { CLEAN_UP_AT_MOST_MS, createRealControls, type RealControls } from './real-controls.js'
import { realExecution } from './real-execution.js'
import { createRealRecorder } from './recorder.js'
import { type Resources, trackResources } from './resources.js'
import { watchStillness } from './stillness.js'
import { watchTraces } from './traces.js'

/** The dispatcher in its own process, as far as the runtime has to know it. */
export interface RealPeer {
  readonly address: DispatcherAddress
  /** Settles when it has dealt with all that has reached it. */
  answersPing(): Promise<void>
  /** Its process has ended: what it has taken it will not deal with. */
  isGone(): boolean
}

export interface RealRuntimeOptions {
  /** Empty; handed to the body. */
  readonly dir: string
  /** Where `os.tmpdir()` points: what is left there is a leftover. */
  readonly temporary: string
  /** Empty, and not the subject's: what starts the scenario's own programs. Default: it has none. */
  readonly programs?: string
  /** In the environment of this process and of all that it starts. */
  readonly mark: Mark
  /** Real ms without an event after which a run may count as hung. */
  readonly patienceMs: number
  /** Monotonic ms from which the dispatcher's events count. */
  readonly zeroMs: number
  /** Default: the scenario brings its own peer. */
  readonly peer?: RealPeer
  /** Told of each event as it becomes known, with ms since `zeroMs`. */
  readonly onEvent?: (event: HistoryEvent) => void
  /** Told of each timer that the subject arms, with its ms. */
  readonly onTimer?: (ms: number) => void
  /** Told of what was given up, in a sentence. */
  readonly onNote?: (text: string) => void
  /** The subject's own place in a stack, `client.ts:21`. Default: none is told. */
  readonly placeIn?: (stack: string | undefined) => string | null
}

export interface RealRuntime extends Runtime {
  /** An event of the dispatcher's. */
  hear(event: HistoryEvent): void
}

/** The actor of what is done here, which is no affair of the subject's. */
const HARNESS = 'crosswire'

/** What ends by itself within this time after the body is no leftover, as in the simulated world. */
const SETTLE_MS = 1000
/** Native work ends by itself, however long it takes; what hangs in it is given up. */
const WORK_AT_MOST_MS = 60_000
const LOOK_EVERY_MS = 10

/**
 * For one execution in a process of its own, which is ended when it is over. Choices are drawn from the policy's seed. Real milliseconds
 * everywhere; no steps, no deviations. Rejects with a `HarnessError` where nothing can be said about the subject.
 */
export const createRealRuntime = (options: RealRuntimeOptions): RealRuntime => {
  const { zeroMs, onEvent } = options
  const recorder = createRealRecorder({ zeroMs, ...(onEvent === undefined ? {} : { onEvent }) })
  const execute = async (body: Body, settings: ExecutionSettings): Promise<Execution> => {
    const controls = createRealControls({
      ...{ recorder, seed: settings.policy.seed, dir: options.dir },
      programs: createPrograms(options.programs),
    })
    const errors = watchErrors({ actor: controls.actor, placeIn: options.placeIn ?? (() => null) })
    const traces = watchTraces(options)
    const resources = trackResources({ actor: controls.actor, isOwn: controls.isOwn, ...pick(options) })
    const leftoversNow = (): Leftover[] => merged([...resources.leftovers(), ...traces.leftovers()])
    controls.own(HARNESS)
    const startMs = monotonicMs()
    const end = await live(body, { controls, resources, options })
    recorder.end()
    if (end.kind === 'completed') await controls.as(HARNESS, () => rest(() => leftoversNow().length > 0, resources.working))
    const leftovers = [...leftoversNow(), ...errors.leftovers()]
    const atMs = monotonicMs() - startMs
    const unfinished = await controls.finish()
    if (unfinished > 0)
      options.onNote?.(`what was asked for at the end had not ended after ${CLEAN_UP_AT_MOST_MS / 1000} s, and was given up`)
    resources.destroyAll()
    resources.stop()
    errors.stop()
    return realExecution({ end, history: recorder.history(startMs), leftovers, observed: controls.seen(), atMs })
  }
  return { name: 'real', execute, hear: recorder.hear }

  async function live(body: Body, { controls, resources, options: { patienceMs, peer } }: Living): Promise<End> {
    const stillness = controls.as(HARNESS, () =>
      watchStillness({
        patienceMs,
        events: () => recorder.count,
        unanswered: () => (peer?.isGone() === true ? 0 : recorder.unanswered),
        timers: resources.timers,
        working: resources.working,
        strangers: () => resources.strangers(knownPeer(peer)),
        peerIsIdle: () => peer?.answersPing() ?? Promise.resolve(),
        giveUp: controls.standstill,
        waiting: () => waitingIn(recorder.history(zeroMs)),
      }),
    )
    const ended = controls.run(body).then(() => COMPLETED, endOfThrown)
    const end = await Promise.race([ended, stillness.hung])
    stillness.stop()
    return end
  }
}

interface Living {
  readonly controls: RealControls
  readonly resources: Resources
  readonly options: RealRuntimeOptions
}

const COMPLETED: End = { kind: 'completed', message: '' }

const endOfThrown = (error: unknown): End => {
  // The harness's own refusal says nothing about the subject.
  if (isHarnessError(error)) throw error
  return { kind: 'threw', message: describeThrown(error), error: errorFacts(error) }
}

const pick = ({ onTimer }: RealRuntimeOptions) => (onTimer === undefined ? {} : { onTimer })

const knownPeer = (peer: RealPeer | undefined) => {
  const address = peer?.address
  return { port: address?.transport === 'tcp' ? address.port : null, pipes: address?.transport === 'uds' }
}

const waitingIn = (history: readonly HistoryEvent[]): string[] =>
  callsOf(history)
    .filter(({ end }) => end === null)
    .map(({ invoke: { actor, op, token } }) => `${actor}: ${op}${token === undefined ? '' : ` ${token}`}`)

/** Programs and threads count as work too, but one that lives on is a leftover. */
const isPassing = (type: string): boolean => kindOf(type) === null

/**
 * Sockets that were closed, files that are being written, and all that follows, take a moment. It is counted in turns of the loop, since
 * those stand still with a machine that is busy elsewhere, and not while native work is under way.
 */
const rest = async (isOpen: () => boolean, working: () => readonly string[]): Promise<void> => {
  let idleMs = 0
  for (let ms = 0; ms < WORK_AT_MOST_MS && idleMs < SETTLE_MS; ms += LOOK_EVERY_MS) {
    const isWorking = working().some(isPassing)
    if (!isWorking && !isOpen()) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    if (!isWorking) idleMs += LOOK_EVERY_MS
  }
}

/** A program shows as a handle of this process and as a process of its own. */
const merged = (leftovers: readonly Leftover[]): Leftover[] => {
  const pids = new Set<string>()
  return leftovers.filter(({ kind, what }) => {
    const pid = kind === 'process' ? /\(pid (\d+)\)$/.exec(what)?.[1] : undefined
    if (pid === undefined) return true
    if (pids.has(pid)) return false
    pids.add(pid)
    return true
  })
}
