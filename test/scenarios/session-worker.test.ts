// Workers and their helpers as processes of their own: whoever is killed takes nobody's leave.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { commandOf, markedProcesses } from '../../harness/runtimes/real/processes.js'
import { folder } from './support/peer.js'

/** Three processes start, each with a transpiler. */
vi.setConfig({ testTimeout: 120_000 })

const MARK = 'CROSSWIRE_TEST_GATEWAY'
const marked = () => markedProcesses(MARK).filter(({ value }) => value === String(process.pid))
const running = (): string[] =>
  marked()
    .map(({ pid }) => commandOf(pid))
    .sort()
const kill = (command: string): void => {
  for (const { pid } of marked()) if (commandOf(pid) === command) process.kill(pid, 'SIGKILL')
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
  for (const { pid } of marked()) process.kill(pid, 'SIGKILL')
})

const startGateway = async (): Promise<ChildProcess> => {
  const { dir, remove } = folder()
  cleanups.push(remove)
  const file = fileURLToPath(new URL('./support/gateway-process.ts', import.meta.url))
  const gateway = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, dir], {
    env: { ...process.env, [MARK]: String(process.pid) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(String((await once(gateway.stdout as NodeJS.ReadableStream, 'data'))[0])).toBe('did run TAG-1\n')
  return gateway
}

const [WORKER, HELPER] = ['session-worker open-1', 'session-helper open-1']

test('a worker and its helper end with a gateway that is killed', async () => {
  const gateway = await startGateway()
  await until(() => [WORKER, HELPER].every((command) => running().includes(command)))
  gateway.kill('SIGKILL')
  await until(() => running().length === 0)
})

test('a helper outlives a worker that is killed', async () => {
  await startGateway()
  await until(() => running().includes(HELPER))
  kill(WORKER)
  await until(() => !running().includes(WORKER))
  expect(running()).toContain(HELPER)
})
