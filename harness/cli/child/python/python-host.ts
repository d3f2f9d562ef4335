// The process of Python behind a user's file, or behind a variant of a scenario: one in this process, whoever asks for it.
import { basename } from 'node:path'
import type { DispatcherSpec, FaultKind } from '../../../core/dispatcher-spec.js'
import { HarnessError } from '../../../core/errors.js'
import type { AnyScenario } from '../../../core/scenario.js'
import { mockDispatcher } from '../../../index.js'
import { createPythonRuntime, type PythonFile, type PythonRuntime, type SubjectPackage } from '../../../runtimes/python/index.js'
import type { PythonTarget } from '../../messages.js'
import { interpreterFor } from './interpreter-for.js'
import { pythonScenario } from './python-scenario.js'

export interface PythonHost {
  readonly scenario: AnyScenario
  readonly runtime: PythonRuntime
}

/** What is executed. */
export interface PythonSource extends PythonTarget {
  /** The file of a variant, of which `file` is the scene. */
  readonly variant?: string
  /** The scenario's. A user's file says it itself. */
  readonly dispatcher?: DispatcherSpec
  /** The code that the variant is about: it alone is instrumented. */
  readonly package?: SubjectPackage
}

/** `world.dispatch` has no connection that could be lost. */
const FAULTS: readonly FaultKind[] = ['error', 'drop']

/** By all that is executed. */
const hosts = new Map<string, Promise<PythonHost>>()

/**
 * Starts Python at the first call. Throws `INTERPRETER_MISSING`, `BAD_SCENARIO_FILE` for a file that cannot be loaded or says nothing to run,
 * and `BAD_OPTION` for a dispatcher that makes no sense.
 */
export const pythonHost = (source: PythonSource, watchdogMs = WATCHDOG_MS): Promise<PythonHost> => {
  const key = JSON.stringify(source, byIdentity)
  const known = hosts.get(key)
  if (known !== undefined) return known
  const forget = (): void => void hosts.delete(key)
  const host = start(source, watchdogMs, forget)
  hosts.set(key, host)
  // Whoever asks again may have mended what it failed for.
  host.catch(forget)
  return host
}

const numbers = new WeakMap<object, number>()
let functions = 0

/** Tools that are functions are told apart by which they are. */
const byIdentity = (_: string, value: unknown): unknown => {
  if (typeof value !== 'function') return value
  const number = numbers.get(value) ?? ++functions
  numbers.set(value, number)
  return `function ${number}`
}

/** A loop without a step is over in a second, unless it is given less, or is never ended. */
const WATCHDOG_MS = 1000

const start = async (source: PythonSource, watchdogMs: number, onClosed: () => void): Promise<PythonHost> => {
  const { file, variant, traced = [] } = source
  const runtime = await createPythonRuntime({
    python: await interpreterFor(source),
    ...{ file, traced },
    ...(variant === undefined ? {} : { variant }),
    ...(source.package === undefined ? {} : { package: source.package }),
    watchdogMs: Math.min(watchdogMs, WATCHDOG_MS),
  })
  try {
    const dispatcher = source.dispatcher ?? dispatcherOf(runtime.file)
    if (dispatcher !== null) mustBeServed(dispatcher, variant ?? file)
    if (dispatcher !== null) await runtime.setDispatcher(dispatcher)
    const close = (): Promise<void> => {
      onClosed()
      return runtime.close()
    }
    return { scenario: pythonScenario(runtime.file), runtime: { ...runtime, close } }
  } catch (error) {
    await runtime.close()
    throw error
  }
}

const dispatcherOf = ({ dispatcher, name }: PythonFile): ReturnType<typeof mockDispatcher> | null => {
  if (dispatcher === null) return null
  if (typeof dispatcher !== 'object') throw wrong(name, typeof dispatcher, 'DISPATCHER = {"tools": {"load": {"tool": "echo"}}}')
  return mockDispatcher(dispatcher as Parameters<typeof mockDispatcher>[0])
}

const mustBeServed = ({ transport, protocol, service, faults = [] }: DispatcherSpec, file: string): void => {
  const name = basename(file, '.py')
  const lost = transport === undefined ? faults.find(({ fault }) => !FAULTS.includes(fault)) : undefined
  if (lost) throw wrong(name, `the fault ${lost.fault}, and no transport`, `${FAULTS.join(', ')}, or "transport": "uds"`)
  if (transport === 'tcp') throw wrong(name, 'the transport tcp', 'uds or file')
  if (protocol === 'resp') throw wrong(name, 'the protocol resp', 'json')
  if (transport === 'file' && service === 'concurrent') throw wrong(name, 'a folder that is served concurrently', 'fifo')
}

const wrong = (name: string, found: string, expected: string): HarnessError =>
  new HarnessError('BAD_SCENARIO_FILE', `DISPATCHER of ${name}.py has what a dispatcher of Python cannot do`, { found, expected })
