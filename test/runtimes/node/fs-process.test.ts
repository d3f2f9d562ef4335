// What a process leaves behind, by whatever it ends; and what holds where Node shows less of itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isGone, nameOf, ownerOf, self } from '../../../harness/runtimes/node/files/names.js'

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/files/${name}`, import.meta.url))

const start = (name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', fixture(name), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })

const output = async (child: ChildProcess): Promise<string> => {
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'readable').then(() => [
    child.stdout?.read() as Buffer | null,
  ])
  if (chunk === null) throw new Error('the process ended without a word')
  return String(chunk).trim()
}

const parentOf = async (child: ChildProcess): Promise<string> => dirname(await output(child))

test('the directory goes with the process that ends by itself', async () => {
  const child = start('uses-directory.ts')
  const base = await parentOf(child)
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(fs.existsSync(base)).toBe(false)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the process as it always does, and the directory goes too',
  async (signal) => {
    const child = start('uses-directory.ts', ['wait'])
    const base = await parentOf(child)
    expect(fs.existsSync(`${base}/dir/left.txt`)).toBe(true)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
    expect(fs.existsSync(base)).toBe(false)
  },
)

test('a killed process cannot clean up: the next one does', async () => {
  const killed = start('uses-directory.ts', ['wait'])
  const base = await parentOf(killed)
  const alive = start('uses-directory.ts', ['wait'])
  const other = await parentOf(alive)
  expect(other).not.toBe(base)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(fs.existsSync(base)).toBe(true)
  const next = start('uses-directory.ts')
  await once(next, 'exit')
  expect(fs.existsSync(base)).toBe(false)
  expect(fs.existsSync(`${other}/dir/left.txt`)).toBe(true)
  alive.kill()
  await once(alive, 'exit')
})

test('each thread has its own, and all go with the process', async () => {
  const child = start('threads.ts')
  const { base, other, all } = JSON.parse(await output(child))
  expect(other).not.toBe(base)
  expect(all).toBe(2)
  expect(await once(child, 'exit')).toEqual([0, null])
  expect([base, other].filter((path) => fs.existsSync(path))).toEqual([])
})

test('CROSSWIRE_DIR says where the directories lie', async () => {
  const parent = fs.mkdtempSync(`${fs.realpathSync(os.tmpdir())}/parent-`)
  const child = start('uses-directory.ts', [], { CROSSWIRE_DIR: parent })
  expect(dirname(await parentOf(child))).toBe(parent)
  await once(child, 'exit')
  expect(fs.readdirSync(parent)).toEqual([])
  fs.rmdirSync(parent)
})

test('a name tells its owner, and nothing else is taken for one', () => {
  expect(ownerOf(nameOf(self()))).toEqual(self())
  for (const name of ['crosswire', 'crosswire-1', 'crosswire-a-b-c-d', 'other-1-2-3-4', `${nameOf(self())}x`]) {
    expect(ownerOf(name)).toBeNull()
  }
})

test('an owner is gone where its process is, or where another one has its number; other namespaces are not judged', async () => {
  const me = self()
  expect(isGone(me)).toBe(false)
  expect(isGone({ ...me, start: '1' })).toBe(true)
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  expect(isGone({ ...me, pid: child.pid as number })).toBe(true)
  expect(isGone({ ...me, space: 'zzz', pid: child.pid as number })).toBe(false)
})
