// The handle under a simulated ChildProcess: what Node's native Process is to it. Streams, events and their order are Node's.
import { AsyncResource } from 'node:async_hooks'
import { isMain } from '../../../../core/history.js'
import type { Kernel } from '../../kernel/types.js'
import { uv } from '../net/bindings.js'
import { type PipeHandle, pipePair } from '../net/index.js'
import { networkOf } from '../net/network.js'
import type { Command, Found } from './find-program.js'
import { createProgramLife, type ProgramLife } from './program-life.js'
import { signalName } from './signals.js'

/** Far above any pid of the system, so that a signal that goes astray reaches nobody. */
const FIRST_PID = 5_000_000

/** Whether a pid is that of a simulated program, alive or dead. */
export const isSimulated = (pid: number): boolean => pid > FIRST_PID

interface NativePipe {
  close(): void
}

interface StdioEntry {
  readonly type: string
  readonly ipc?: boolean
  handle?: NativePipe | PipeHandle
}

/** What child_process.spawn was asked for; Node fills in the streams before it calls the handle. */
export interface SpawnOptions extends Command {
  readonly envPairs?: readonly string[]
  readonly stdio: readonly StdioEntry[]
}

interface Start {
  readonly options: SpawnOptions
  /** `null` where there is nothing to start, neither here nor in reality. */
  readonly found: Found | null
  readonly onexit: OnExit
}

type OnExit = (code: number, signal: string) => void

export class ProcessHandle {
  pid: number | undefined
  readonly onexit: OnExit
  private readonly kernel: Kernel
  private readonly scope = new AsyncResource('SimulatedProcess', { requireManualDestroy: true })
  private readonly resource = { kind: 'process' as const, what: 'process', referenced: true, destroy: () => this.destroy() }
  private held: { remove(): void } | null = null
  private life: ProgramLife | null = null

  private readonly start: Start

  constructor(kernel: Kernel, start: Start) {
    this.kernel = kernel
    this.start = start
    this.onexit = start.onexit
  }

  /** 0, or `ENOENT`. What it is called with differs between versions of Node; the options hold all of it. */
  spawn(): number {
    const { kernel } = this
    const { options, found } = this.start
    if (found === null) return this.nothing(options)
    this.pid = FIRST_PID + kernel.nextNumber('pid')
    this.resource.what = `process ${found.name}`
    this.held = kernel.hold(this.resource)
    const task = kernel.once('io', `spawn ${found.name}`, () => this.life?.start(), this.scope)
    const label = nameOf(kernel, found.name, task.actor)
    this.life = createProgramLife(kernel, found.program, {
      label,
      argv: options.args ?? [],
      env: environment(options.envPairs ?? []),
      pid: this.pid,
      ends: connectStdio(kernel, label, options.stdio),
      over: (code, signal) => this.over(label, code, signal),
    })
    running(kernel).set(this.pid, this)
    return 0
  }

  private nothing(options: SpawnOptions): number {
    for (const end of connectStdio(this.kernel, options.file, options.stdio)) end?.close()
    return uv('ENOENT')
  }

  /** The program has ended; its parent hears of it in a task of its own. */
  private over(label: string, code: number, signal: string): void {
    const tell = (): void => {
      this.held?.remove()
      running(this.kernel).delete(this.pid as number)
      this.onexit(code, signal)
    }
    this.kernel.once('io', `exit ${label}`, tell, this.scope)
  }

  kill(signal: number): number {
    const { life } = this
    if (life === null || life.dead) return uv('ESRCH')
    if (signal === 0) return 0
    const name = signalName(signal)
    this.kernel.once('io', `${name} ${life.label}`, () => life.signal(name))
    return 0
  }

  close(): void {}

  ref(): void {
    this.resource.referenced = true
  }

  unref(): void {
    this.resource.referenced = false
  }

  hasRef(): boolean {
    return this.resource.referenced
  }

  private destroy(): void {
    this.life?.signal('SIGKILL')
  }
}

const KEY = Symbol('processes')

/** The simulated processes of an execution that have not been seen to exit, by pid. */
export const running = (kernel: Kernel): Map<number, ProcessHandle> => {
  let processes = kernel.notes.get(KEY) as Map<number, ProcessHandle> | undefined
  if (processes === undefined) kernel.notes.set(KEY, (processes = new Map()))
  return processes
}

/** The program, whoever started it if that is a named actor, and a number from the second one on. */
const nameOf = (kernel: Kernel, program: string, actor: string): string => {
  const names = namesOf(kernel)
  const unnamed = isMain(actor) || names.has(actor)
  const name = unnamed ? program : `${program} ${actor}`
  const count = networkOf(kernel).count(`process ${name}`)
  const label = count === 1 ? name : `${name}#${count}`
  names.add(label)
  return label
}

const NAMED = Symbol('programs')

/** What programs of this execution are called as actors. */
const namesOf = (kernel: Kernel): Set<string> => {
  let names = kernel.notes.get(NAMED) as Set<string> | undefined
  if (names === undefined) kernel.notes.set(NAMED, (names = new Set()))
  return names
}

const NAMES = ['stdin', 'stdout', 'stderr']

/** Puts a simulated pipe under each stream of the child; returns the program's ends, `null` where it has none. */
const connectStdio = (kernel: Kernel, label: string, stdio: readonly StdioEntry[]): (PipeHandle | null)[] =>
  stdio.map((entry, i) => {
    if (entry.ipc === true) kernel.escape('child_process.spawn with an ipc channel')
    if (entry.type === 'wrap') kernel.escape('child_process.spawn with a stream as stdio')
    return entry.handle === undefined ? null : connectOne(kernel, entry, { actor: label, stream: NAMES[i] ?? `fd ${i}` })
  })

const connectOne = (kernel: Kernel, entry: StdioEntry, { actor, stream }: { actor: string; stream: string }): PipeHandle => {
  const { near, far } = pipePair(kernel, `${actor} ${stream}`, actor)
  entry.handle?.close()
  entry.handle = near
  return far
}

const environment = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
