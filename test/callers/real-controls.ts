// Controls over the real world: real time, real sockets, scripted choices. What a body asks of a runtime, without any control.
import { AsyncLocalStorage } from 'node:async_hooks'
import { onTestFinished } from 'vitest'
import type { HistoryEvent } from '../../harness/core/history.js'
import type { Controls } from '../../harness/core/runtime.js'
import { createRecorder, scripted, tempDir } from '../dispatchers/bench.js'

export interface RealControls extends Controls {
  readonly events: readonly HistoryEvent[]
  /** The actor that runs now. */
  actor(): string
  /** What the body has seen of its subject. */
  readonly seen: readonly unknown[]
  readonly owned: ReadonlySet<string>
  /** What a simulated runtime does when nothing can move any more. */
  standstill(): void
  /** Runs what was asked for at the end. */
  end(): Promise<void>
}

export const realControls = async (script: Readonly<Record<string, readonly string[]>> = {}): Promise<RealControls> => {
  const actors = new AsyncLocalStorage<string>()
  const recorder = createRecorder()
  const { decide } = scripted(script)
  const dir = await tempDir()
  const cleanups: (() => void | Promise<void>)[] = []
  const standstills: (() => boolean)[] = []
  const seen: unknown[] = []
  const owned = new Set<string>()
  const over = new AbortController()
  const end = async (): Promise<void> => {
    over.abort()
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  onTestFinished(end)
  return {
    ...recorder,
    owned,
    seen,
    end,
    actor: () => actors.getStore() ?? 'main',
    standstill: () => {
      for (const giveUp of standstills) giveUp()
    },
    nowMs: () => performance.now(),
    step: () => 0,
    choose: (kind, what, options) => decide(kind as 'delay', what, options),
    pause: () => new Promise(setImmediate),
    as: (actor, fn) => actors.run(actor, fn),
    overlapped: () => {},
    observed: (value) => void seen.push(value),
    own: (actor) => void owned.add(actor),
    dir: () => dir,
    program: () => {},
    atEnd: (cleanup) => void cleanups.push(cleanup),
    atStandstill: (giveUp) => void standstills.push(giveUp),
    signal: over.signal,
  }
}
