// The dispatcher as a real process: reached over real sockets and files, gone with its parent whatever killed that one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DispatcherAddress, DispatcherSpec } from '../../../harness/core/dispatcher-spec.js'
import type { HistoryEvent } from '../../../harness/core/history.js'
import { errors } from '../../../harness/dispatchers/faults.js'
import { mockDispatcher } from '../../../harness/dispatchers/mock-dispatcher.js'
import { echo, rejects } from '../../../harness/dispatchers/tools.js'
import { type SpawnOptions, spawnDispatcher } from '../../../harness/runtimes/real/spawn-dispatcher.js'
import { brief, connect, tempDir } from '../../dispatchers/bench.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const main = path.resolve(here, '../../../harness/runtimes/real/dispatcher-main.ts')
const spec = mockDispatcher({ tools: { terminal: echo(), fail: rejects('no') } })

const spawned = async (what: DispatcherSpec | readonly string[], options: SpawnOptions = {}) => {
  const dispatcher = await spawnDispatcher(what, options)
  onTestFinished(() => dispatcher.close())
  return dispatcher
}
const askAt = async (address: DispatcherAddress, tag: string) => {
  const client = await connect(address)
  client.send({ tool: 'terminal', args: { tag } })
  const answers = await client.next(1)
  client.socket.destroy()
  return answers
}
/** A process that has ended and that nobody has asked after yet is still listed; it runs no more. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
/** Waits for what another process does; the test's own time-out is the limit. */
const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const pathOf = (address: DispatcherAddress): string => (address.transport === 'uds' ? address.path : '')

describe('a spawned dispatcher', () => {
  it.each(['uds', 'tcp'] as const)('answers over %s and leaves nothing behind when it is closed', async (transport) => {
    const { address, pid, close, exited } = await spawned({ ...spec, transport })
    expect(address.transport).toBe(transport)
    expect(await askAt(address, 'é')).toEqual([{ result: { tag: 'é' } }])
    await close()
    await close()
    expect(await exited).toEqual({ exitCode: 0, signal: undefined })
    expect(isAlive(pid)).toBe(false)
    if (transport === 'uds') expect(existsSync(path.dirname(pathOf(address)))).toBe(false)
  })

  it('answers over files', async () => {
    const { address, close } = await spawned({ ...spec, transport: 'file' })
    const dir = address.transport === 'file' ? address.dir : ''
    await fs.writeFile(path.join(dir, 'req_000001.tmp'), JSON.stringify({ tool: 'terminal', args: { tag: 'x' }, seq: 1 }))
    await fs.rename(path.join(dir, 'req_000001.tmp'), path.join(dir, 'req_000001'))
    const answer = path.join(dir, 'res_000001')
    await until(() => existsSync(answer))
    expect(JSON.parse(Buffer.from(await fs.readFile(answer, 'utf8'), 'base64').toString())).toEqual({ result: { tag: 'x' } })
    await close()
    expect(existsSync(dir)).toBe(false)
  })

  it('is told by flags, and prints what it records', async () => {
    const dir = await tempDir()
    const events: HistoryEvent[] = []
    const flags = ['--uds', path.join(dir, 'd.sock'), '--tool', 'terminal=reject:by flags', '--service', 'fifo', '--seed', '7']
    const { address } = await spawned(flags, { onEvent: (event) => void events.push(event) })
    expect(await askAt(address, 'x')).toEqual([{ error: { message: 'by flags' } }])
    await until(() => events.length === 2)
    expect(events.map(brief)).toEqual(['invoke terminal c1/1', 'fail terminal c1/1: by flags'])
    expect(events.map(({ n, actor, input }) => [n, actor, input])).toEqual([
      [0, 'dispatcher', { tag: 'x' }],
      [1, 'dispatcher', undefined],
    ])
  })

  it('draws its faults from the seed: the same seed strikes the same requests', async () => {
    const struck = async (seed: number): Promise<string> => {
      const { address, close } = await spawned({ ...spec, faults: [errors({ most: 100 })] }, { seed })
      const client = await connect(address)
      client.send(...Array.from({ length: 64 }, (_, n) => ({ tool: 'terminal', args: { n } })))
      const answers = await client.next(64)
      await close()
      return answers.map((answer) => ('error' in (answer as object) ? 'x' : '.')).join('')
    }
    const [first, again, other] = await Promise.all([struck(7), struck(7), struck(8)])
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(new Set(first)).toEqual(new Set(['x', '.']))
  })

  it('keeps an answer back until what was to come before it has come, and says what became of the order', async () => {
    const order = ['begins TAG-1', 'begins TAG-2', 'arrives TAG-1', 'arrives TAG-2', 'answered TAG-2', 'answered TAG-1']
    const events: string[] = []
    const { address, tell, answersPing, close, holdSummary } = await spawned(
      { ...spec, service: 'concurrent' },
      { hold: { order, boundMs: 60_000 }, onEvent: ({ type, call }) => void events.push(`${type} ${call}`) },
    )
    const client = await connect(address)
    client.send({ tool: 'terminal', args: { tag: 'TAG-1' } })
    client.send({ tool: 'terminal', args: { tag: 'TAG-2' } })
    await until(() => events.length === 2)
    tell({ seen: 'begins TAG-1' })
    await answersPing()
    expect(events).toEqual(['invoke 1', 'invoke 2'])
    expect(holdSummary()).toBeNull()
    tell({ seen: 'begins TAG-2' })
    expect(await client.next(2)).toEqual([{ result: { tag: 'TAG-2' } }, { result: { tag: 'TAG-1' } }])
    await close()
    expect(holdSummary()).toEqual({ met: true, heldMs: expect.any(Number), missed: [] })
  })

  it('keeps nothing back beyond its bound, which can be lowered', async () => {
    const hold = { order: ['arrives TAG-2', 'answered TAG-1'], boundMs: 60_000 }
    const { address, tell, close, holdSummary } = await spawned(spec, { hold })
    const client = await connect(address)
    client.send({ tool: 'terminal', args: { tag: 'TAG-1' } })
    tell({ boundMs: 10 })
    expect(await client.next(1)).toEqual([{ result: { tag: 'TAG-1' } }])
    await close()
    expect(holdSummary()).toMatchObject({ met: false, missed: ['arrives TAG-2'] })
  })

  it('takes a socket file over that a killed process has left, and not one that somebody uses', async () => {
    const socket = path.join(await tempDir(), 'd.sock')
    const first = await spawned(spec, { listenAt: { transport: 'uds', path: socket } })
    const second = spawnDispatcher(spec, { listenAt: { transport: 'uds', path: socket } })
    await expect(second).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: expect.stringContaining(`cannot listen at ${socket}`),
    })
    expect(await askAt(first.address, 'still there')).toHaveLength(1)
    process.kill(first.pid, 'SIGKILL')
    expect(await first.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(existsSync(socket)).toBe(true)
    const third = await spawned(spec, { listenAt: { transport: 'uds', path: socket } })
    expect(await askAt(third.address, 'again')).toHaveLength(1)
  })

  it('that was killed leaves nothing once it is closed', async () => {
    const { address, pid, exited, close } = await spawned(spec)
    process.kill(pid, 'SIGKILL')
    await exited
    expect(existsSync(pathOf(address))).toBe(true)
    await close()
    expect(existsSync(path.dirname(pathOf(address)))).toBe(false)
  })

  it('refuses what it cannot be told, with the reason', async () => {
    await expect(spawnDispatcher({ tools: { mine: () => 1 } })).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: expect.stringContaining('mine'),
    })
    await expect(spawnDispatcher(['--uds', '/tmp/x', '--tool', 'a=eco'])).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: expect.stringContaining('eco'),
    })
    await expect(spawnDispatcher(['--uds', '/nonexistent/d.sock'])).rejects.toThrow('cannot listen at /nonexistent/d.sock')
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    await expect(spawnDispatcher(['--tcp', String(port)])).rejects.toThrow('EADDRINUSE')
    server.close()
  })

  it.each(['', 'null', '5', '{"seen', '{"sen":"x"}'])('refuses %j on its stdin, which says nothing to it', async (line) => {
    const flags = ['--uds', path.join(await tempDir(), 'd.sock'), '--spec', '-']
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...flags], { stdio: ['pipe', 'ignore', 'pipe'] })
    let words = ''
    child.stderr.on('data', (chunk) => {
      words += chunk
    })
    child.stdin.write(`${JSON.stringify(spec)}\n${line}\n`)
    const [code] = await once(child, 'close')
    expect({ code, words }).toEqual({
      code: 2,
      words: expect.stringMatching(/^BAD_OPTION: a line on stdin says nothing to a dispatcher/),
    })
  })

  it('ends with exit code 4 where an injected crash takes it down', async () => {
    const { address, exited } = await spawned(['--uds', path.join(await tempDir(), 'd.sock'), '--fault', 'crash*9'])
    // Each request is struck with probability one half: nine in a row that are not would be one seed in 512; seed 0 is fixed.
    for (let n = 0; n < 9; n++) await askAt(address, String(n)).catch(() => {})
    expect(await exited).toEqual({ exitCode: 4, signal: undefined })
    expect(existsSync(pathOf(address))).toBe(false)
  })
})

describe('nothing is left of a dispatcher', () => {
  const parent = async (...args: string[]) => {
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(here, 'spawn-parent.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return { child, ...(JSON.parse(line) as { address: DispatcherAddress; pid: number }) }
  }

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)('whose parent ends by %s', async (signal) => {
    const { child, address, pid } = await parent()
    expect(await askAt(address, 'x')).toHaveLength(1)
    child.kill(signal)
    await until(() => !isAlive(pid))
    expect(existsSync(path.dirname(pathOf(address)))).toBe(false)
  })

  it('whose parent is killed and that has no pipe from it', async () => {
    const { child, address, pid } = await parent('plain', main, path.join(await tempDir(), 'd.sock'))
    expect(await askAt(address, 'x')).toHaveLength(1)
    child.kill('SIGKILL')
    await until(() => !isAlive(pid))
    expect(existsSync(pathOf(address))).toBe(false)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'that is ended itself by %s, in the middle of its work',
    async (signal) => {
      const { address, pid, exited } = await spawned({
        ...spec,
        delay: mockDispatcher({ ...spec, delay: 'constant:3600000' }).delay as never,
      })
      const client = await connect(address)
      client.send({ tool: 'terminal' })
      process.kill(pid, signal)
      expect(await exited).toEqual({ exitCode: 0, signal: undefined })
      await client.closed
      expect(existsSync(path.dirname(pathOf(address)))).toBe(false)
    },
  )
})
