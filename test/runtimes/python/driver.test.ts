// The driver of Python threads, by each interpreter that this machine has: its own suite, and the interpreter of policies.
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import type { Interpreter } from '../../../harness/runtimes/python/index.js'
import { VECTORS_FILE } from '../../core/vectors.js'
import { pythons } from '../../support/pythons.js'

const DRIVER = fileURLToPath(new URL('../../../harness/runtimes/python', import.meta.url))
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** For what hangs. A suite takes two seconds on a quiet machine. */
const PATIENT_MS = 120_000

const interpreters = pythons.map(([, interpreter]) => interpreter)

const run = async ({ path }: Interpreter, file: string, ...args: readonly string[]) => {
  const { stdout } = await execa(path, ['-B', here(file), DRIVER, ...args], {
    timeout: PATIENT_MS,
    killSignal: 'SIGKILL',
    env: { PYTHONHASHSEED: 'random', SEEDS: path === interpreters[0]?.path ? '100' : '20' },
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

describe.each(pythons)('Python %s', (_, interpreter) => {
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
