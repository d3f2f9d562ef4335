// The world of a race body: what it may ask of the execution that it runs in.
import type { DispatcherAddress, DispatcherSpec } from '../core/dispatcher-spec.js'
import type { Controls, SimulatedProcess } from '../core/runtime.js'
import { createOpenCalls } from './open-calls.js'
import { createCallRecorder, type RecordCall } from './record-call.js'
import { watchSilences } from './silences.js'
import { type Slow, slowIn } from './slow.js'
import { startDispatcher } from './start-dispatcher.js'
import { type Together, togetherIn } from './together.js'

export interface World {
  /**
   * Runs thunks at the same time, started in the order given, each as a caller of its own. `together(f, g)` gives an array of what
   * they return and names them ann, bob, ...; `together({ ann: f, bob: g })` gives an object. Waits until all have settled, then
   * throws the rejection that came first, if there was one.
   */
  readonly together: Together
  /**
   * Records one operation of `caller`, so that the oracles can judge it; rejects as `perform` does. The answer must carry the
   * operation's token: the input's `token` or `tag`; else a fresh one if `perform` takes it as its argument; else the oracles look
   * for a word in the input that no other operation has.
   */
  readonly call: RecordCall
  /** Starts a mock dispatcher; it is closed with the execution. */
  dispatcher(spec: DispatcherSpec): Promise<WorldDispatcher>
  /**
   * Makes `spawn(name)` run `program` in the place of a child program, as an actor of its own: a bare name, a path, or the script of
   * `node script.js`. It ends as a real one does: when it has nothing left to do and has read its input to the end, by `exit`, or by
   * a signal.
   */
  program(name: string, program: (process: SimulatedProcess) => void | Promise<void>): void
  /** Draws one of `options` from the schedule; the first is the one of a calm schedule. */
  choose<T>(what: string, options: readonly T[]): T
  /** Wraps a stand-in (a fake loader, a stub), so that it takes a while as the real thing would: others can come before and after it. */
  readonly slow: Slow
  /** One await that takes a while. */
  pause(what?: string): Promise<void>
  /** A directory of this execution, empty at its start, the same path in every execution. */
  dir(): string
  /** Aborted when the execution is over. */
  readonly signal: AbortSignal
}

export interface WorldDispatcher {
  readonly address: DispatcherAddress
  /** Closes it before the execution ends. */
  close(): Promise<void>
}

export interface WorldOptions {
  /** Told where a dispatcher's description is at fault (`TOOL_NOT_IMMEDIATE`): then nothing can be said about the subject. */
  readonly onFailure?: (error: unknown) => void
  /** Told where nothing can move any more because injected faults have swallowed what everybody waits for. */
  readonly onAllGivenUp?: () => void
}

/** Makes the world of one execution. Its functions can be taken out of it: none of them needs `this`. */
export const createWorld = (controls: Controls, { onFailure = throwLater, onAllGivenUp }: WorldOptions = {}): World => {
  const silences = watchSilences(controls)
  let dispatchers = 0
  return {
    together: togetherIn(controls),
    call: createCallRecorder(controls, createOpenCalls(controls, silences, onAllGivenUp)),
    async dispatcher(spec) {
      dispatchers++
      const name = dispatchers === 1 ? {} : { name: `dispatcher-${dispatchers}` }
      const started = await startDispatcher(controls, spec, { recorder: silences.recorderFor(spec.transport), ...name })
      controls.atEnd(() => started.close())
      started.failure.catch(onFailure)
      return { address: started.address, close: () => started.close() }
    },
    program: (name, program) => controls.program(name, program),
    choose: (what, options) => choose(controls, what, options),
    slow: slowIn(controls),
    pause: (what = 'pause') => controls.pause(what),
    dir: () => controls.dir(),
    get signal() {
      return controls.signal
    },
  }
}

/**
 * A body that is given the world of its execution: what a host runs. Rejects as `body` does, and with a `HarnessError` where a
 * dispatcher's description is at fault. Where everybody waits for what an injected fault has swallowed, it ends early: the calls
 * are `info`, and what the body would have asserted after them is not asserted.
 */
export const worldBody =
  (body: (world: World) => unknown): ((controls: Controls) => Promise<void>) =>
  (controls) =>
    new Promise((resolve, reject) => {
      const done = (): void => resolve()
      const run = async (): Promise<unknown> => body(createWorld(controls, { onFailure: reject, onAllGivenUp: done }))
      run().then(done, reject)
    })

const choose = <T>(controls: Controls, what: string, options: readonly T[]): T => {
  const index = options.length > 1 ? controls.choose('delay', what, options.map(labelOf)) : 0
  if (index >= options.length) throw new RangeError(`nothing to choose from: ${what}`)
  return options[index] as T
}

const labelOf = (option: unknown): string => (typeof option === 'string' ? option : (JSON.stringify(option) ?? String(option)))

const throwLater = (error: unknown): void =>
  queueMicrotask(() => {
    throw error
  })
