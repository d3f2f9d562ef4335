// The mock dispatcher as a process of its own: real sockets, real files, real time, delays and faults drawn from a seed.
import { rmSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import net from 'node:net'
import type { DispatcherAddress, DispatcherSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import { type RunningDispatcher, type ServeOptions, serveDispatcher } from '../../dispatchers/serve-dispatcher.js'
import { createConversation } from './conversation.js'
import { CRASHED } from './death.js'
import { checkOneDescription, type DispatcherCommandOptions, placeOf, seedOf, specOf } from './dispatcher-options.js'
import { holdLifeline } from './lifeline.js'
import { seededChoose } from './seeded-choose.js'
import { readStdinLines, type StdinLines } from './stdin-lines.js'

export interface DispatcherMeans {
  /** Loads what `--scenario` and `--variant` name. Default: there is nobody who could. */
  readonly specOfScenario?: (scenario: string, variant: string | undefined) => Promise<DispatcherSpec>
}

/**
 * Runs `crosswire dispatcher` until it is asked to end: by a signal, by the end of its parent (whatever killed it), by the end of
 * stdin where that was asked for. Prints its address as one line of JSON once it can be reached. Returns the exit code: 0, or 4
 * after an injected crash. Nothing is left behind: the socket file goes. Rejects with `BAD_OPTION` for what it cannot be told, and
 * with `TOOL_NOT_IMMEDIATE`.
 */
export const runDispatcherCommand = async (options: DispatcherCommandOptions, means: DispatcherMeans = {}): Promise<number> => {
  const own: Traces = { address: null, dir: options.removeDir }
  // Whatever ends this process, an error of its own included, leaves no file.
  const tidy = (): void => removeTraces(own)
  process.on('exit', tidy)
  try {
    return await serveUntilCut(options, means, own)
  } finally {
    tidy()
    process.off('exit', tidy)
  }
}

/** What is to be removed at the end. As long as nothing listens, a socket that is there is somebody else's. */
interface Traces {
  address: DispatcherAddress | null
  readonly dir: string | undefined
}

const removeTraces = ({ address, dir }: Traces): void => {
  if (address?.transport === 'uds') rmSync(address.path, { force: true })
  if (dir !== undefined) rmSync(dir, { recursive: true, force: true })
}

const serveUntilCut = async (options: DispatcherCommandOptions, means: DispatcherMeans, own: Traces): Promise<number> => {
  checkOneDescription(options)
  const listenAt = placeOf(options)
  const decide = seededChoose(seedOf(options))
  const stdin = options.spec === '-' || options.hold !== undefined ? readStdinLines() : null
  const spec = await specFor(options, means, stdin)
  const accident = createAccident()
  const served: DispatcherSpec = { ...spec, transport: listenAt.transport }
  const conversation = await createConversation(options, served, { stdin, onNonsense: accident.fail })
  const { cut, release } = holdLifeline({
    parent: options.parent === undefined ? undefined : Number(options.parent),
    untilStdinEnds: stdin !== null || options.untilStdinEnds === true,
  })
  try {
    const { recorder, hold } = conversation
    const dispatcher = await serveAt(spec, {
      decide,
      recorder,
      listenAt,
      ...(hold === undefined ? {} : { hold }),
      onCrash: accident.crash,
      onFailure: accident.fail,
    })
    own.address = dispatcher.address
    conversation.say(dispatcher.address)
    try {
      return await Promise.race([cut.then(() => 0), accident.happened])
    } finally {
      // After an accident as well: what listens would keep the process alive.
      await dispatcher.close()
      conversation.end()
    }
  } finally {
    release()
    stdin?.close()
  }
}

const createAccident = () => {
  let crash: () => void = () => {}
  let fail: (error: HarnessError) => void = () => {}
  const happened = new Promise<number>((resolve, reject) => {
    crash = () => resolve(CRASHED)
    fail = reject
  })
  // Heard of once it serves.
  happened.catch(() => {})
  return { happened, crash, fail }
}

const specFor = async (
  options: DispatcherCommandOptions,
  { specOfScenario }: DispatcherMeans,
  stdin: StdinLines | null,
): Promise<DispatcherSpec> => {
  const { scenario, variant, spec } = options
  if (scenario === undefined) return specOf(options, spec === '-' ? await firstLine(stdin) : spec)
  if (specOfScenario === undefined) throw new HarnessError('BAD_OPTION', 'nothing is here that could load a scenario')
  return specOfScenario(scenario, variant)
}

const firstLine = async (stdin: StdinLines | null): Promise<string> => {
  const line = await stdin?.next()
  if (line == null) throw new HarnessError('BAD_OPTION', '--spec - finds nothing on stdin')
  return line
}

const serveAt = async (spec: DispatcherSpec, options: ServeOptions): Promise<RunningDispatcher> => {
  const { listenAt } = options
  try {
    return await serveDispatcher(spec, options).catch(async (error) => {
      if (!(await isAbandoned(listenAt, error))) throw error
      await unlink((listenAt as { readonly path: string }).path)
      return serveDispatcher(spec, options)
    })
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError('BAD_OPTION', `cannot listen at ${spelled(listenAt)}`, { found: (error as Error).message })
  }
}

/** A socket file that nobody listens behind: what a killed process has left. */
const isAbandoned = (at: DispatcherAddress, { code }: NodeJS.ErrnoException): Promise<boolean> =>
  new Promise((resolve) => {
    if (at.transport !== 'uds' || code !== 'EADDRINUSE') return resolve(false)
    const probe = net.connect({ path: at.path })
    probe.on('connect', () => {
      probe.destroy()
      resolve(false)
    })
    probe.on('error', (refused: NodeJS.ErrnoException) => resolve(refused.code === 'ECONNREFUSED'))
  })

const spelled = (at: DispatcherAddress): string =>
  at.transport === 'uds' ? at.path : at.transport === 'tcp' ? `${at.host}:${at.port}` : at.dir
