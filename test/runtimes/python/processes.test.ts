// The processes of the Python runtime, where something happens to them: each request is answered once, whatever becomes of who reads it.
import '../../../harness/register.js'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import type { Execution } from '../../../harness/core/execution.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../../harness/core/limits.js'
import { calm } from '../../../harness/core/policy.js'
import type { Workload } from '../../../harness/core/workload.js'
import { mockDispatcher } from '../../../harness/index.js'
import { createPythonRuntime, type PythonRuntime, type PythonRuntimeOptions } from '../../../harness/runtimes/python/index.js'
import { python } from '../../support/pythons.js'

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/python/${name}.py`, import.meta.url))

const NOBODY: Workload = { callers: [], subjectSeed: 0 }
const asking = (op: string): Workload => ({
  callers: [{ name: 'ann', operations: [{ op, token: 'TAG-1', input: {} }] }],
  subjectSeed: 0,
})

const open: PythonRuntime[] = []
const start = async (name: string, options: Partial<PythonRuntimeOptions> = {}): Promise<PythonRuntime> => {
  const runtime = await createPythonRuntime({ python, file: fixture(name), watchdogMs: 1000, ...options })
  open.push(runtime)
  return runtime
}
afterEach(async () => {
  for (const runtime of open.splice(0)) await runtime.close()
})

const executed = (runtime: PythonRuntime, workload: Workload, record = false): Promise<Execution> =>
  runtime.execute(runtime.bodyFor(workload), {
    policy: calm,
    ...{ subjectSeed: 0, limits: DEFAULT_LIMITS, model: DEFAULT_MODEL, record, native: 'refuse', faults: [] },
  })

describe.skipIf(python === '')('a worker that is killed', () => {
  test('while it speaks has died, and the next one is heard', async () => {
    const runtime = await start('ends/dies_speaking')
    for (let i = 0; i < 2; i++) {
      const { end } = await executed(runtime, NOBODY)
      expect(end).toEqual({ kind: 'crashed', message: 'the process of the subject died by SIGKILL' })
    }
  })

  test('while it reads leaves nobody waiting', async () => {
    const runtime = await start('ends/dies_reading')
    expect((await executed(runtime, NOBODY)).end.kind).toBe('completed')
    const refusal = await executed(runtime, NOBODY).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'WORKER_DIED' })
    expect(String(refusal)).toContain('a worker died while it read a request')
  })
})

describe.skipIf(python === '')('a tool that is a function', () => {
  test('may take its time: the subject does not hang meanwhile', async () => {
    const served = fixture('served')
    const runtime = await start('served', { variant: served, watchdogMs: 100 })
    const patient = (): string => {
      const endMs = performance.now() + 1500
      while (performance.now() < endMs);
      return 'at last'
    }
    await runtime.setDispatcher(mockDispatcher({ transport: 'uds', tools: { ask: patient } }))
    for (let i = 0; i < 2; i++) {
      const { end, history } = await executed(runtime, asking('ask'), true)
      expect(end.kind).toBe('completed')
      expect(history.findLast(({ actor }) => actor === 'ann')?.output).toContain('at last')
    }
  })
})
