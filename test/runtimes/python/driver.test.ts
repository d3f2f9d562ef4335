// The driver of Python threads, by each interpreter that this machine has: its own suite, and the interpreter of policies.
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { findInterpreters, type Interpreter, isSupported } from '../../../harness/runtimes/python/find-interpreters.js'
import { VECTORS_FILE } from '../../core/vectors.js'

const DRIVER = fileURLToPath(new URL('../../../harness/runtimes/python', import.meta.url))
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const supported = (await findInterpreters()).filter(isSupported)
/** For what hangs. A suite takes two seconds on a quiet machine. */
const PATIENT_MS = 120_000

/** One of each version. */
const interpreters = [...new Map(supported.map((each) => [nameOf(each), each])).values()]
if (interpreters.length === 0)
  console.warn('SKIPPED: this machine has no Python from 3.10 on, so nothing of the driver is tested.')

function nameOf({ version: [major, minor] }: Interpreter): string {
  return `${major}.${minor}`
}

const run = async ({ path }: Interpreter, file: string, ...args: readonly string[]) => {
  const { stdout } = await execa(path, ['-B', here(file), DRIVER, ...args], {
    timeout: PATIENT_MS,
    killSignal: 'SIGKILL',
    env: { PYTHONHASHSEED: 'random' },
  })
  return JSON.parse(stdout.split('\n').at(-1) ?? '')
}

interface Suite {
  readonly ran: number
  readonly failed: number
  readonly hashes: Readonly<Record<string, readonly number[]>>
}

const suites = new Map<string, Promise<Suite>>()

/** Run once for each version. */
const suiteOf = (interpreter: Interpreter): Promise<Suite> => {
  const known = suites.get(interpreter.path) ?? run(interpreter, 'suite/suite.py')
  suites.set(interpreter.path, known)
  return known
}

describe.each(interpreters.map((interpreter) => [nameOf(interpreter), interpreter] as const))('Python %s', (_, interpreter) => {
  test('answers the committed choices as they are answered in TypeScript', async () => {
    const { choices, numbers, cases } = await run(interpreter, 'vectors.py', fileURLToPath(VECTORS_FILE))
    expect(choices).toBeGreaterThan(5000)
    expect({ numbers, cases }).toEqual({ numbers: [], cases: [] })
  })

  test('passes the suite of the driver, and goes through the same schedules as every other version', async () => {
    const suite = await suiteOf(interpreter)
    expect(suite).toMatchObject({ failed: 0 })
    expect(suite.ran).toBeGreaterThan(13)
    expect(suite.hashes).toEqual((await suiteOf(interpreters[0] ?? interpreter)).hashes)
  })
})

test.skipIf(interpreters.length === 0)('without what only Linux has the schedules are the same', async () => {
  const [interpreter] = interpreters as [Interpreter]
  expect(await run(interpreter, 'suite/suite.py', 'eventfd', 'affinity')).toEqual(await suiteOf(interpreter))
})
