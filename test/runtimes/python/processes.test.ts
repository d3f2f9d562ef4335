// The processes of the Python runtime, where something happens to them: each request is answered once, whatever becomes of who reads it.
import '../../../harness/register.js'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Execution } from '../../../harness/core/execution.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../../harness/core/limits.js'
import { calm } from '../../../harness/core/policy.js'
import type { Workload } from '../../../harness/core/workload.js'
import { echo, mockDispatcher } from '../../../harness/index.js'
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

describe.skipIf(python === '')('directories for temporary files', () => {
  const made = async (): Promise<[pid: number, ...paths: string[]]> => {
    const { history } = await executed(await start('ends/at_load'), asking('ask'))
    const [pid, ...paths] = (history.at(-1)?.output ?? []) as [number, ...string[]]
    expect(paths.map((path) => existsSync(path))).toEqual([true, true])
    return [pid, ...paths]
  }
  const areGone = async (paths: readonly string[]): Promise<void> =>
    void (await expect.poll(() => paths.filter((path) => existsSync(path)), { timeout: 20_000 }).toEqual([]))

  test('go with the process that has loaded the subject', async () => {
    const [, ...paths] = await made()
    for (const runtime of open.splice(0)) await runtime.close()
    await areGone(paths)
  })

  test.each(['SIGTERM', 'SIGHUP'] as const)('go where it is told to end by %s', async (signal) => {
    const [pid, ...paths] = await made()
    process.kill(pid, signal)
    await areGone(paths)
  })

  test('go with the next one where it was killed, and with nobody who lives', async () => {
    const [pid, ...paths] = await made()
    const [, ...alive] = await made()
    process.kill(pid, 'SIGKILL')
    await open[0]?.close()
    expect(paths.some((path) => existsSync(path))).toBe(true)
    await made()
    await areGone(paths)
    expect(alive.map((path) => existsSync(path))).toEqual([true, true])
  })

  test('are one thing, and the directory of an execution another: nobody shares that', async () => {
    const { history } = await executed(await start('ends/at_load'), asking('elsewhere'))
    expect(history.at(-1)?.output).toMatch(/crosswire-python-\d+\/execution$/)
  })

  test.skipIf(process.platform !== 'linux')('are short enough for a socket, wherever the system has its own', async () => {
    const long = join(mkdtempSync(join(tmpdir(), 'crosswire-long-')), 'x'.repeat(80))
    mkdirSync(long)
    vi.stubEnv('TMPDIR', long)
    try {
      const runtime = await start('served', { variant: fixture('served') })
      await runtime.setDispatcher(mockDispatcher({ transport: 'uds', tools: { ask: echo() } }))
      const { history } = await executed(runtime, asking('ask'))
      expect(history.findLast(({ actor }) => actor === 'ann')).toMatchObject({ type: 'ok' })
    } finally {
      vi.unstubAllEnvs()
      rmSync(dirname(long), { recursive: true })
    }
  })
})
