// What a body may ask of the real world: real time, real directories, choices drawn from a seed.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChoiceKind } from '../../core/choice.js'
import { MAIN } from '../../core/history.js'
import type { Body, Controls } from '../../core/runtime.js'
import { monotonicMs } from './monotonic.js'
import type { Programs } from './programs.js'
import type { RealRecorder } from './recorder.js'
import { seededChoose } from './seeded-choose.js'

export interface RealControls extends Controls {
  /** The actor that runs now. */
  readonly actor: () => string
  /** Whether what this actor leaves open is the harness's own. */
  isOwn(actor: string): boolean
  /** Runs the body as `main`. */
  run(body: Body): Promise<unknown>
  /** Asks whether an injected fault has swallowed a call, and gives it up. */
  readonly standstill: () => boolean
  /** What the body saw of the subject at the end; `undefined`: it did not look. */
  readonly seen: () => unknown
  /** Runs what was asked for at the end, each within a bound; returns how many have not come to an end. */
  finish(): Promise<number>
}

export interface RealControlsOptions {
  readonly recorder: RealRecorder
  /** u32. */
  readonly seed: number
  readonly dir: string
  readonly programs: Programs
}

/** How long a pause takes: no time, or long enough for others to come first. */
const PAUSES_MS = [0, 1, 5, 20]

/** Real ms for one thing that was asked for at the end: what it waits for may be closed only behind it. */
export const CLEAN_UP_AT_MOST_MS = 10_000

const endsInTime = async (cleanup: () => void | Promise<void>): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CLEAN_UP_AT_MOST_MS)
  })
  try {
    return await Promise.race([Promise.resolve(cleanup()).then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

export const createRealControls = ({ recorder, seed, dir, programs }: RealControlsOptions): RealControls => {
  const actors = new AsyncLocalStorage<string>()
  const startMs = monotonicMs()
  const draw = seededChoose(seed)
  const own = new Set<string>()
  const cleanups: (() => void | Promise<void>)[] = []
  const standstills: (() => boolean)[] = []
  const over = new AbortController()
  let observed: unknown
  const choose = (kind: Exclude<ChoiceKind, 'run'>, what: string, options: readonly string[]): number =>
    draw(kind === 'fault' ? 'fault' : 'delay', what, options)
  const controls: RealControls = {
    record: recorder.record,
    nextCall: recorder.nextCall,
    nowMs: () => monotonicMs() - startMs,
    step: () => 0,
    choose,
    pause(what) {
      const names = PAUSES_MS.map((ms) => `${ms} ms`)
      const ms = PAUSES_MS[choose('delay', what, names)]
      return new Promise((resolve) => setTimeout(resolve, ms))
    },
    as: (actor, fn) => actors.run(actor, fn),
    // Real time is not cut into steps: a run's history tells.
    overlapped: () => {},
    observed(value) {
      observed = value
    },
    own: (actor) => void own.add(actor),
    dir: () => dir,
    program: (name, _, options) => programs.provide(name, options?.module),
    atEnd: (cleanup) => void cleanups.push(cleanup),
    atStandstill: (giveUp) => void standstills.push(giveUp),
    signal: over.signal,
    actor: () => actors.getStore() ?? MAIN,
    isOwn: (actor) => own.has(actor) || [...own].some((name) => actor.startsWith(`${name}/`)),
    seen: () => observed,
    run: (body) => actors.run(MAIN, async () => body(controls)),
    standstill: () => standstills.map((giveUp) => giveUp()).includes(true),
    async finish() {
      over.abort()
      let unfinished = 0
      for (const cleanup of cleanups.splice(0).reverse()) if (!(await endsInTime(cleanup))) unfinished++
      programs.remove()
      return unfinished
    },
  }
  return controls
}
