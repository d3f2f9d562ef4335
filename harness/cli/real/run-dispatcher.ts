// The dispatcher of one run: spawned where the run has its files, and gone before the run is over.
import { fileURLToPath } from 'node:url'
import type { DispatcherAddress, DispatcherSpec } from '../../core/dispatcher-spec.js'
import { DISPATCHER, type HistoryEvent } from '../../core/history.js'
import type { Body } from '../../core/runtime.js'
import { CRASHED, deathOf } from '../../runtimes/real/death.js'
import type { RealPeer } from '../../runtimes/real/real-runtime.js'
import { type SpawnedDispatcher, spawnDispatcher } from '../../runtimes/real/spawn-dispatcher.js'
import type { Target } from '../messages.js'
import type { RealTask, RunPlace } from './messages.js'

export interface RunOf {
  readonly target: Target
  readonly variant: string
  readonly task: Extract<RealTask, { kind: 'run' }>
}

export interface DispatcherLinks {
  /** Monotonic ms from which its events count. */
  readonly zeroMs: number
  readonly onEvent: (event: HistoryEvent) => void
}

/** `null` where the scenario brings its own peer. */
export const startDispatcher = async (
  spec: DispatcherSpec | undefined,
  { target, variant, task }: RunOf,
  { zeroMs, onEvent }: DispatcherLinks,
): Promise<SpawnedDispatcher | null> =>
  spec === undefined
    ? null
    : spawnDispatcher(spec, {
        seed: task.seed,
        listenAt: placeOf(spec, task.place),
        onEvent,
        clockZeroMs: zeroMs,
        loadedBy: commandLine(target, variant),
        ...(task.hold === undefined ? {} : { hold: task.hold }),
      })

const placeOf = ({ transport = 'uds' }: DispatcherSpec, { dispatcher: dir }: RunPlace): DispatcherAddress => {
  if (transport === 'tcp') return { transport, host: '127.0.0.1', port: 0 }
  return transport === 'file' ? { transport, dir } : { transport, path: `${dir}/d.sock` }
}

/** A dispatcher whose tools are functions loads the scenario itself: `crosswire dispatcher --scenario`. */
const commandLine = (target: Target, variant: string): string[] => [
  ...('file' in target ? ['--import', import.meta.resolve('tsx')] : []),
  fileURLToPath(new URL('../main.js', import.meta.url)),
  ...['dispatcher', '--scenario', 'file' in target ? target.file : target.registered, '--variant', variant],
]

/** Once it has gone, by an injected crash, there is nobody left to answer. */
export const peerOf = ({ address, answersPing, exited }: SpawnedDispatcher): RealPeer => {
  let gone = false
  const ended = exited.then(() => {
    gone = true
  })
  return { address, answersPing: () => Promise.race([answersPing(), ended]), isGone: () => gone }
}

/** What the dispatcher has open is no leak, and its end closes what the subject has left open: so it comes last. */
export const withDispatcher =
  (body: Body, dispatcher: SpawnedDispatcher): Body =>
  (controls) => {
    let asked = false
    controls.own(DISPATCHER)
    controls.atEnd(() => {
      asked = true
      return dispatcher.close()
    })
    const died = dispatcher.exited.then(async (exit): Promise<void> => {
      if (asked || exit.exitCode === CRASHED) return new Promise(() => {})
      throw deathOf(exit, await dispatcher.lastWords(), 'in the middle of a run')
    })
    // Heard of below, as long as the body runs.
    died.catch(() => {})
    return Promise.race([body(controls), died])
  }
