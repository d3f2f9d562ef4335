// Spawns the mock dispatcher as a child process that cannot outlive its parent.
import { rmSync } from 'node:fs'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { DispatcherAddress, DispatcherSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import type { HistoryEvent } from '../../core/history.js'
import { checkSpec } from '../../dispatchers/check-spec.js'

export interface SpawnOptions {
  /** u32; delays and faults are drawn from it. Default 0. Flags have their own. */
  readonly seed?: number
  /** Default: a place of its own, as the transport of the spec wants it, removed at the end. */
  readonly listenAt?: DispatcherAddress
  /** Told what the dispatcher records, as it arrives. */
  readonly onEvent?: (event: HistoryEvent) => void
}

export interface SpawnedDispatcher {
  readonly address: DispatcherAddress
  readonly pid: number
  /** Settles when the process has ended, however it did. */
  readonly exited: Promise<{ readonly exitCode: number | undefined; readonly signal: string | undefined }>
  /** Ends it and waits until it is gone; then neither socket nor directory of its own is left. A second call does nothing more. */
  close(): Promise<void>
}

/** So long a child may take to be ready, and to end when asked, in real ms; then it is killed. */
const READY_WITHIN_MS = 30_000
const END_WITHIN_MS = 5000

/**
 * Starts the dispatcher that `what` describes, a spec or the flags of `crosswire dispatcher`; settles when it can be reached.
 * Its stdin is its lifeline: it ends when this process does, by whatever signal. Rejects with `BAD_OPTION` for a spec that cannot
 * travel (tool functions) or flags that make no sense, and with `DISPATCHER_DIED` where the process ends before it is ready.
 */
export const spawnDispatcher = async (
  what: DispatcherSpec | readonly string[],
  options: SpawnOptions = {},
): Promise<SpawnedDispatcher> => {
  const order = isFlags(what) ? { flags: [...what], spec: '', dir: null } : await orderFor(what, options)
  const args = [
    ...order.flags,
    '--until-stdin-ends',
    '--parent',
    String(process.pid),
    ...(options.onEvent === undefined ? [] : ['--events']),
  ]
  const child = start([...entry(), ...args])
  child.stdin.on('error', () => {})
  if (order.spec !== '') child.stdin.write(`${order.spec}\n`)
  const exited = child.then(({ exitCode, signal }) => ({ exitCode, signal }))
  const killed = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
  try {
    const address = await firstLine(child, options.onEvent)
    return { address, pid: child.pid as number, exited, close: () => end(child, address, order.dir) }
  } catch (error) {
    await end(child, null, order.dir)
    throw error
  } finally {
    clearTimeout(killed)
  }
}

const isFlags = (what: DispatcherSpec | readonly string[]): what is readonly string[] => Array.isArray(what)

interface Order {
  readonly flags: string[]
  readonly spec: string
  /** A directory made for this dispatcher. */
  readonly dir: string | null
}

const orderFor = async (spec: DispatcherSpec, { seed = 0, listenAt }: SpawnOptions): Promise<Order> => {
  const tools = checkSpec(spec)
  const written = Object.entries(tools).find(([, tool]) => typeof tool === 'function')
  if (written !== undefined) {
    throw new HarnessError('BAD_OPTION', `the tool ${written[0]} is a function, which cannot be handed to another process`, {
      remedy: 'describe it as echo(), rejects(), constant() or table()',
    })
  }
  const common = ['--spec', '-', '--seed', String(seed)]
  const text = JSON.stringify({ ...spec, tools })
  if (listenAt !== undefined) return { flags: [...place(listenAt), ...common], spec: text, dir: null }
  if (spec.transport === 'tcp') return { flags: ['--tcp', '0', ...common], spec: text, dir: null }
  const dir = await mkdtemp(path.join(await realpath(tmpdir()), 'crosswire-dispatcher-'))
  const own: DispatcherAddress =
    spec.transport === 'file' ? { transport: 'file', dir } : { transport: 'uds', path: path.join(dir, 'd.sock') }
  return { flags: [...place(own), ...common, '--remove-dir', dir], spec: text, dir }
}

const place = (at: DispatcherAddress): string[] => {
  if (at.transport === 'uds') return ['--uds', at.path]
  return at.transport === 'tcp' ? ['--tcp', `${at.host}:${at.port}`] : ['--file', at.dir]
}

/** From the sources the entry is TypeScript and needs tsx; as published it does not. */
const entry = (): string[] => {
  const here = fileURLToPath(import.meta.url)
  const main = path.join(path.dirname(here), `dispatcher-main${path.extname(here)}`)
  return path.extname(here) === '.ts' ? ['--import', import.meta.resolve('tsx'), main] : [main]
}

const start = (args: readonly string[]) =>
  execa(process.execPath, args, { stdin: 'pipe', stderr: 'pipe', reject: false, buffer: { stdout: false } })

type Child = ReturnType<typeof start>

/** The first line is the address, the others are events. */
const firstLine = (child: Child, onEvent: SpawnOptions['onEvent']): Promise<DispatcherAddress> =>
  new Promise((resolve, reject) => {
    const read = async (): Promise<void> => {
      let ready = false
      for await (const line of child.iterable({ from: 'stdout' })) {
        if (ready) onEvent?.(JSON.parse(line as string))
        else resolve(JSON.parse(line as string))
        ready = true
      }
      if (!ready) reject(died(await child))
    }
    read().catch(reject)
  })

const died = ({ exitCode, signal, stderr }: Awaited<Child>): HarnessError => {
  const said = String(stderr).trim()
  // The child's own words already begin with the code.
  if (exitCode === 2) return new HarnessError('BAD_OPTION', said.replace(/^BAD_OPTION: /, ''))
  return new HarnessError('DISPATCHER_DIED', 'the spawned dispatcher ended before it was ready', {
    found: `${signal === undefined ? `exit code ${exitCode}` : `signal ${signal}`}${said === '' ? '' : `; it said: ${said.split('\n').slice(-5).join('\n')}`}`,
  })
}

const end = async (child: Child, address: DispatcherAddress | null, dir: string | null): Promise<void> => {
  child.stdin.end()
  const killed = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
  const { signal } = await child
  clearTimeout(killed)
  // A child that was killed could not tidy up.
  if (signal !== undefined && address?.transport === 'uds') rmSync(address.path, { force: true })
  if (dir !== null) rmSync(dir, { recursive: true, force: true })
}
