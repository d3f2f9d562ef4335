// The process of Python behind a user's file: one in this process, whoever asks for it.
import { HarnessError } from '../../../core/errors.js'
import type { AnyScenario } from '../../../core/scenario.js'
import { mockDispatcher } from '../../../index.js'
import {
  askInterpreter,
  createPythonRuntime,
  firstInterpreter,
  isSupported,
  OLDEST,
  type PythonFile,
  type PythonRuntime,
} from '../../../runtimes/python/index.js'
import type { PythonTarget } from '../../messages.js'
import { pythonScenario } from './python-scenario.js'

export interface PythonHost {
  readonly scenario: AnyScenario
  readonly runtime: PythonRuntime
}

/** Of a search alone: the faults that need a connection, and answers that never come, are the simulated sockets' of Node. */
const FAULTS = ['error']

const hosts = new Map<string, Promise<PythonHost>>()

/**
 * Starts Python at the first call. Throws `INTERPRETER_MISSING`, `BAD_SCENARIO_FILE` for a file that cannot be loaded or says nothing to run,
 * and `BAD_OPTION` for a dispatcher that makes no sense.
 */
export const pythonHost = (target: PythonTarget, watchdogMs: number): Promise<PythonHost> => {
  const known = hosts.get(target.file) ?? start(target, watchdogMs)
  hosts.set(target.file, known)
  return known
}

/** A loop without a step is over in a second, unless it is given less, or is never ended. */
const WATCHDOG_MS = 1000

const start = async (target: PythonTarget, watchdogMs: number): Promise<PythonHost> => {
  const runtime = await createPythonRuntime({
    python: await interpreterFor(target),
    file: target.file,
    traced: target.traced ?? [],
    watchdogMs: Math.min(watchdogMs, WATCHDOG_MS),
  })
  try {
    const dispatcher = dispatcherOf(runtime.file)
    if (dispatcher !== null) await runtime.setDispatcher(dispatcher)
    return { scenario: pythonScenario(runtime.file), runtime }
  } catch (error) {
    await runtime.close()
    throw error
  }
}

const interpreterFor = async ({ python }: PythonTarget): Promise<string> => {
  const found = python === undefined ? await firstInterpreter() : await askInterpreter(python)
  if (found !== null && isSupported(found)) return found.path
  const oldest = OLDEST.join('.')
  throw new HarnessError('INTERPRETER_MISSING', `a Python from ${oldest} on is needed`, {
    found:
      python === undefined
        ? 'none in an active virtual environment or on PATH'
        : `${python}: ${found?.version.join('.') ?? 'no Python'}`,
    remedy: 'name one: --python PATH; crosswire doctor lists those that are there',
  })
}

const dispatcherOf = ({ dispatcher, name }: PythonFile): ReturnType<typeof mockDispatcher> | null => {
  if (dispatcher === null) return null
  if (typeof dispatcher !== 'object') throw wrong(name, typeof dispatcher, 'DISPATCHER = {"tools": {"load": {"tool": "echo"}}}')
  const spec = mockDispatcher(dispatcher as Parameters<typeof mockDispatcher>[0])
  const fault = (spec.faults ?? []).find(({ fault: kind }) => !FAULTS.includes(kind))
  if (fault !== undefined) throw wrong(name, `the fault ${fault.fault}`, FAULTS.join(', '))
  const delays = [spec.delay, ...Object.values(spec.delays ?? {})]
  if (delays.some((delay) => delay?.choicesMs.includes(null))) throw wrong(name, 'a delay that never ends', 'milliseconds')
  return spec
}

const wrong = (name: string, found: string, expected: string): HarnessError =>
  new HarnessError('BAD_SCENARIO_FILE', `DISPATCHER of ${name}.py has what a dispatcher of Python cannot do`, { found, expected })
