// Spawns the mock dispatcher as a child process that cannot outlive its parent.
import { rmSync } from 'node:fs'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import type { DispatcherAddress, DispatcherSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import type { HistoryEvent } from '../../core/history.js'
import { checkSpec } from '../../dispatchers/check-spec.js'
import type { Said, Told } from './conversation.js'
import { deathOf, type Exit } from './death.js'
import { entry } from './entry.js'
import type { HoldSummary } from './holding.js'
import type { Order } from './order.js'

export interface SpawnOptions {
  /** u32; delays and faults are drawn from it. Default 0. Flags have their own. */
  readonly seed?: number
  /** Default: a place of its own, as the transport of the spec wants it, removed at the end. */
  readonly listenAt?: DispatcherAddress
  /** Told what the dispatcher records, as it arrives. */
  readonly onEvent?: (event: HistoryEvent) => void
  /** Monotonic ms from which the events' time counts. Default: the start of the dispatcher. */
  readonly clockZeroMs?: number
  /** Answers are kept back until it is met, for `boundMs` at most in all. Not with flags. Default: they are not. */
  readonly hold?: { readonly order: Order; readonly boundMs: number }
  /** For tools that are functions: arguments of Node that start a `crosswire dispatcher` which loads the spec itself. */
  readonly loadedBy?: readonly string[]
}

export interface SpawnedDispatcher {
  readonly address: DispatcherAddress
  readonly pid: number
  /** Settles when the process has ended, however it did. */
  readonly exited: Promise<Exit>
  /** What it has written to stderr, once it has ended. */
  readonly lastWords: () => Promise<string>
  tell(what: Exclude<Told, { readonly ping: number }>): void
  /** Settles when it has dealt with all that came before, and has said so. Never where it is gone. */
  answersPing(): Promise<void>
  /** What became of the order; `null` before the end, and where there was none. */
  holdSummary(): HoldSummary | null
  /** Ends it and waits until it is gone and all it has said is read; nothing of its own is left. A second call does nothing more. */
  close(): Promise<void>
}

/** So long a child may take to be ready, and to end when asked, in real ms; then it is killed. */
const READY_WITHIN_MS = 30_000
const END_WITHIN_MS = 5000

/**
 * Starts the dispatcher that `what` describes, a spec or the flags of `crosswire dispatcher`; settles when it can be reached.
 * Its stdin is its lifeline: it ends when this process does, by whatever signal. Rejects with `BAD_OPTION` for a spec that cannot
 * travel (tool functions, unless `loadedBy`) or flags that make no sense, and with `DISPATCHER_DIED` where the process ends before
 * it is ready.
 */
export const spawnDispatcher = async (
  what: DispatcherSpec | readonly string[],
  options: SpawnOptions = {},
): Promise<SpawnedDispatcher> => {
  const order = isFlags(what)
    ? { node: entry('dispatcher-main'), flags: [...what], lines: [], dir: null }
    : await orderFor(what, options)
  const child = start([...order.node, ...order.flags, ...common(options)])
  child.stdin.on('error', () => {})
  const write = (line: string): void => void (child.stdin.writable && child.stdin.write(`${line}\n`))
  for (const line of order.lines) write(line)
  const exited = child.then(({ exitCode, signal }) => ({ exitCode, signal }))
  const killed = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
  const listener = listen(child, options.onEvent)
  try {
    const address = await listener.address
    return {
      address,
      pid: child.pid as number,
      exited,
      lastWords: async () => said(await child),
      tell: (told) => write(JSON.stringify(told)),
      answersPing() {
        const { ping, answered } = listener.ping()
        write(JSON.stringify({ ping }))
        return answered
      },
      holdSummary: listener.holdSummary,
      async close() {
        await end(child, address, order.dir)
        await listener.silent
      },
    }
  } catch (error) {
    await end(child, null, order.dir)
    throw error
  } finally {
    clearTimeout(killed)
  }
}

const isFlags = (what: DispatcherSpec | readonly string[]): what is readonly string[] => Array.isArray(what)

const common = ({ onEvent, clockZeroMs, hold }: SpawnOptions): string[] => [
  '--until-stdin-ends',
  ...['--talk-to', String(TALK_FD)],
  ...['--parent', String(process.pid)],
  ...(onEvent === undefined ? [] : ['--events']),
  ...(clockZeroMs === undefined ? [] : ['--clock-zero', String(clockZeroMs)]),
  ...(hold === undefined ? [] : ['--hold', String(hold.boundMs)]),
]

/** How to start it and what to tell it first. */
interface StartOrder {
  readonly node: readonly string[]
  readonly flags: readonly string[]
  /** The first lines of its stdin. */
  readonly lines: readonly string[]
  /** A directory made for this dispatcher. */
  readonly dir: string | null
}

const orderFor = async (spec: DispatcherSpec, options: SpawnOptions): Promise<StartOrder> => {
  const { seed = 0, hold, loadedBy } = options
  const tools = checkSpec(spec)
  const written = Object.entries(tools).find(([, tool]) => typeof tool === 'function')
  const held = hold === undefined ? [] : [JSON.stringify(hold.order)]
  const { flags, dir } = await placeFor(spec, options)
  const seeded = [...flags, '--seed', String(seed)]
  if (written === undefined) {
    return {
      node: entry('dispatcher-main'),
      flags: [...seeded, '--spec', '-'],
      lines: [JSON.stringify({ ...spec, tools }), ...held],
      dir,
    }
  }
  if (loadedBy !== undefined) return { node: loadedBy, flags: seeded, lines: held, dir }
  if (dir !== null) rmSync(dir, { recursive: true, force: true })
  throw new HarnessError('BAD_OPTION', `the tool ${written[0]} is a function, which cannot be handed to another process`, {
    remedy: 'describe it as echo(), rejects(), constant() or table()',
  })
}

const placeFor = async (
  { transport }: DispatcherSpec,
  { listenAt }: SpawnOptions,
): Promise<Omit<StartOrder, 'node' | 'lines'>> => {
  if (listenAt !== undefined) return { flags: place(listenAt), dir: null }
  if (transport === 'tcp') return { flags: ['--tcp', '0'], dir: null }
  const dir = await mkdtemp(path.join(await realpath(tmpdir()), 'crosswire-dispatcher-'))
  const own: DispatcherAddress =
    transport === 'file' ? { transport: 'file', dir } : { transport: 'uds', path: path.join(dir, 'd.sock') }
  return { flags: [...place(own), '--remove-dir', dir], dir }
}

const place = (at: DispatcherAddress): string[] => {
  if (at.transport === 'uds') return ['--uds', at.path]
  return at.transport === 'tcp' ? ['--tcp', `${at.host}:${at.port}`] : ['--file', at.dir]
}

/** What is said here has a way of its own: a tool, or the file of a scenario, may print what it likes. */
const TALK_FD = 3

const start = (args: readonly string[]) =>
  execa(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    reject: false,
    buffer: { stderr: true, fd3: false },
  })

type Child = ReturnType<typeof start>

interface Listener {
  readonly address: Promise<DispatcherAddress>
  /** Settles when there is nothing more to be read. */
  readonly silent: Promise<void>
  ping(): { readonly ping: number; readonly answered: Promise<void> }
  holdSummary(): HoldSummary | null
}

/** The first line is the address, the others are events, answers to pings, and what became of the order. */
const listen = (child: Child, onEvent: SpawnOptions['onEvent']): Listener => {
  const pings = new Map<number, () => void>()
  let summary: HoldSummary | null = null
  let silent: Promise<void> = Promise.resolve()
  const hear = (said: Said): void => {
    if ('pong' in said) pings.get(said.pong)?.()
    else if ('hold' in said) summary = said.hold
    else onEvent?.(said)
  }
  const address = new Promise<DispatcherAddress>((resolve, reject) => {
    const read = async (): Promise<void> => {
      let ready = false
      for await (const line of child.iterable({ from: `fd${TALK_FD}` })) {
        if (ready) hear(JSON.parse(line as string))
        else resolve(JSON.parse(line as string))
        ready = true
      }
      if (!ready) reject(died(await child))
    }
    silent = read().catch(reject)
  })
  return {
    address,
    silent,
    ping() {
      const ping = pings.size
      return { ping, answered: new Promise((resolve) => pings.set(ping, resolve)) }
    },
    holdSummary: () => summary,
  }
}

const said = ({ stderr }: Awaited<Child>): string => String(stderr).trim()

const died = (child: Awaited<Child>): HarnessError =>
  deathOf({ exitCode: child.exitCode, signal: child.signal }, said(child), 'before it was ready')

const end = async (child: Child, address: DispatcherAddress | null, dir: string | null): Promise<void> => {
  child.stdin.end()
  const killed = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
  const { signal } = await child
  clearTimeout(killed)
  // A child that was killed could not tidy up.
  if (signal !== undefined && address?.transport === 'uds') rmSync(address.path, { force: true })
  if (dir !== null) rmSync(dir, { recursive: true, force: true })
}
