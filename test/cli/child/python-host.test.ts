// The process of Python behind a file or a variant: whoever asks for the same gets the same one, and nobody gets that of another.
import '../../../harness/register.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type PythonHost, type PythonSource, pythonHost } from '../../../harness/cli/child/python/python-host.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../../harness/core/limits.js'
import { calm } from '../../../harness/core/policy.js'
import type { Workload } from '../../../harness/core/workload.js'
import { mockDispatcher, rejects } from '../../../harness/index.js'
import { python } from '../../support/pythons.js'

const SCENE = fileURLToPath(new URL('../../fixtures/python/served.py', import.meta.url))

const dir = mkdtempSync(join(tmpdir(), 'crosswire-host-'))
afterAll(() => rmSync(dir, { recursive: true }))

const open: PythonHost[] = []
afterEach(async () => {
  for (const { runtime } of open.splice(0)) await runtime.close()
})

const host = async (source: Partial<PythonSource>): Promise<PythonHost> => {
  const started = await pythonHost({ file: SCENE, variant: SCENE, python, ...source })
  if (!open.includes(started)) open.push(started)
  return started
}

const says = async ({ runtime }: PythonHost): Promise<unknown> => {
  const asks: Workload = {
    callers: [{ name: 'ann', operations: [{ op: 'terminal', token: 'TAG-1', input: {} }] }],
    subjectSeed: 0,
  }
  const { history } = await runtime.execute(runtime.bodyFor(asks), {
    ...{ policy: calm, subjectSeed: 0, limits: DEFAULT_LIMITS, model: DEFAULT_MODEL, record: true, native: 'refuse', faults: [] },
  })
  return history.find(({ actor, type }) => actor === 'ann' && type === 'ok')?.output
}

describe.skipIf(python === '')('the process of a variant', () => {
  test('is that of its own dispatcher, where two variants of one file have one each', async () => {
    const answering = (message: string) => mockDispatcher({ transport: 'uds', tools: { terminal: rejects(message) } })
    const first = await host({ dispatcher: answering('first') })
    expect(await says(first)).toContain('first')
    expect(await says(await host({ dispatcher: answering('second') }))).toContain('second')
    expect(await host({ dispatcher: answering('first') })).toBe(first)
  })

  test('is that of its own functions', async () => {
    const calling = (word: string) => mockDispatcher({ transport: 'uds', tools: { terminal: () => word } })
    expect(await says(await host({ dispatcher: calling('first') }))).toContain('first')
    expect(await says(await host({ dispatcher: calling('second') }))).toContain('second')
  })

  test('is started again where it could not be', async () => {
    const file = join(dir, 'mended.py')
    writeFileSync(file, 'import nowhere_to_be_found\n')
    const source = { file, variant: SCENE }
    await expect(host(source)).rejects.toMatchObject({ code: 'BAD_SCENARIO_FILE' })
    writeFileSync(file, 'def setup(world): pass\ndef perform(subject, op, token, given): return "mended"\n')
    expect(await says(await host(source))).toBe('mended')
  })

  test.each(['duplicate', 'garble', 'disconnect', 'half-open', 'crash'] as const)(
    'is refused a dispatcher without a transport that has the fault %s',
    async (fault) => {
      const dispatcher = mockDispatcher({ tools: { terminal: rejects('no') }, faults: [{ fault }] })
      const refusal = await host({ dispatcher }).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 'BAD_SCENARIO_FILE' })
      expect(String(refusal)).toContain(`the fault ${fault}, and no transport`)
    },
  )
})
