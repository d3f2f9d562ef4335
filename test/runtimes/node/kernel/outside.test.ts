// Work that was begun before an execution: whoever waits for it inside is neither in a deadlock nor overtaken by a timer.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { installAll } from '../../../../harness/runtimes/node/intercept/index.js'
import { turn } from '../../../../harness/runtimes/node/kernel/drain.js'
import { notePending } from '../../../../harness/runtimes/node/kernel/outside.js'
import { run, sleep } from '../../../support/run.js'

installAll()

const { compile } = (globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }).WebAssembly
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)

// Executions that follow one another share a turn of the loop, and what is awaited after one runs in it too.
beforeEach(turn)

test.each<[string, () => Promise<unknown>]>([
  ['a file that is being read', () => readFile(fileURLToPath(import.meta.url))],
  [
    'two files, one after the other',
    async () => {
      await readFile(fileURLToPath(import.meta.url))
      return readFile(fileURLToPath(import.meta.url))
    },
  ],
  ['a module of WebAssembly that is being compiled', () => compile(EMPTY_MODULE)],
])('%s has come before the execution begins', async (_what, begin) => {
  const pending = begin()
  let first = 'nobody'
  const { end } = await run(async () => {
    first = await Promise.race([pending.then(() => 'the work'), sleep(60_000).then(() => 'the time-out')])
  })
  expect([end, first]).toEqual([{ kind: 'completed', message: '' }, 'the work'])
})

test('what fails outside rejects as before', async () => {
  await expect(compile(Uint8Array.of(1, 2, 3, 4))).rejects.toThrow('WebAssembly.compile()')
})

test('what never ends is given up after a second', async () => {
  void notePending(new Promise(() => {}))
  for (let i = 0; i < 2; i++) expect((await run(() => sleep(1))).end.kind).toBe('completed')
})
