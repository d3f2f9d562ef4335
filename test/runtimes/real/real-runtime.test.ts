// The real world as a runtime: what it records, how a run ends, what a subject leaves open.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../../harness/core/errors.js'
import type { Execution } from '../../../harness/core/execution.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../../harness/core/limits.js'
import { calm } from '../../../harness/core/policy.js'
import type { Body, Controls } from '../../../harness/core/runtime.js'
import { monotonicMs } from '../../../harness/runtimes/real/monotonic.js'
import { createRealRuntime, type RealRuntimeOptions } from '../../../harness/runtimes/real/real-runtime.js'
import { tempDir } from '../../dispatchers/bench.js'

const MARK = 'CROSSWIRE_TEST_RUN'

const run = async (body: (controls: Controls, dir: string) => unknown, options: Partial<RealRuntimeOptions> = {}, seed = 1) => {
  const [dir, temporary] = [await tempDir(), await tempDir()]
  process.env[MARK] = dir
  const mark = { name: MARK, value: dir }
  const runtime = createRealRuntime({ dir, temporary, mark, patienceMs: 300, zeroMs: monotonicMs(), ...options })
  const settings = { policy: { ...calm, seed }, subjectSeed: 0, limits: DEFAULT_LIMITS, model: DEFAULT_MODEL, record: false }
  const asBody: Body = (controls) => body(controls, temporary)
  return runtime.execute(asBody, { ...settings, native: 'allow', faults: [] })
}

const open = ({ leftovers }: Execution): string[] =>
  leftovers.map(
    ({ kind, what, actor, referenced }) => `${actor}: ${kind}, ${what.replace(/\d{4,}/g, 'N')}${referenced ? '' : ', unref'}`,
  )

const waits = (controls: Controls): Promise<never> => {
  controls.record({ actor: 'ann', call: controls.nextCall(), type: 'invoke', op: 'read', token: 'TAG-1', input: {} })
  return new Promise(() => {})
}

describe('a run', () => {
  it('records what happens with real milliseconds, the dispatcher’s events among the callers’', async () => {
    const zeroMs = monotonicMs()
    const runtime = createRealRuntime({ dir: '', temporary: '', mark: { name: MARK, value: 'none' }, patienceMs: 300, zeroMs })
    const settings = { policy: calm, subjectSeed: 0, limits: DEFAULT_LIMITS, model: DEFAULT_MODEL, record: false }
    const { end, history } = await runtime.execute(
      async (controls) => {
        const call = controls.nextCall()
        controls.record({ actor: 'ann', call, type: 'invoke', op: 'read', input: {} })
        const betweenMs = monotonicMs() - zeroMs
        await new Promise((resolve) => setTimeout(resolve, 5))
        controls.record({ actor: 'ann', call, type: 'ok', op: 'read', output: {} })
        // Known only now, though it happened before.
        runtime.hear({ n: 0, step: 0, atMs: betweenMs, actor: 'dispatcher', call: 1, type: 'invoke', op: 'read', input: {} })
      },
      { ...settings, native: 'allow', faults: [] },
    )
    expect(end).toEqual({ kind: 'completed', message: '' })
    expect(history.map(({ n, actor, type }) => `${n} ${actor} ${type}`)).toEqual([
      '0 ann invoke',
      '1 dispatcher invoke',
      '2 ann ok',
    ])
    expect(new Set(history.map(({ call }) => call)).size).toBe(2)
    expect((history[2]?.atMs ?? 0) - (history[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(4)
  })

  it('keeps what its body saw of the subject', async () => {
    expect((await run((controls) => controls.observed({ rows: 2 }))).observed).toEqual({ rows: 2 })
    expect('observed' in (await run(() => {}))).toBe(false)
  })

  it('draws its choices from the seed', async () => {
    const drawn = async (seed: number): Promise<number[]> => {
      const choices: number[] = []
      const body = (controls: Controls): void => {
        for (let i = 0; i < 20; i++) choices.push(controls.choose('delay', 'delay', ['0 ms', '25 ms', '50 ms']))
      }
      await run(body, {}, seed)
      return choices
    }
    expect(await drawn(1)).toEqual(await drawn(1))
    expect(await drawn(1)).not.toEqual(await drawn(2))
  })

  it('ends with what its body throws, and rejects with what is the harness’s own', async () => {
    const threw = await run(() => Promise.reject(new TypeError('no')))
    expect(threw.end).toMatchObject({ kind: 'threw', message: 'TypeError: no', error: { name: 'TypeError', message: 'no' } })
    await expect(run(() => Promise.reject(new HarnessError('BAD_OPTION', 'wrong')))).rejects.toMatchObject({ code: 'BAD_OPTION' })
    await expect(run(({ program }) => program('git', () => {}))).rejects.toMatchObject({ code: 'ONLY_SIMULATED' })
  })

  it('starts a program of the scenario’s by its name, where it knows its module', async () => {
    const programs = await tempDir()
    const path = process.env.PATH
    const module = new URL('../../fixtures/programs/adder.mjs', import.meta.url)
    const body = async ({ program, observed }: Controls): Promise<void> => {
      program('adder', () => {}, { module })
      const adder = spawn('adder', ['100'], { stdio: ['pipe', 'pipe', 'inherit'] })
      adder.stdin.write('20\n')
      observed(String((await once(adder.stdout, 'data'))[0]))
      adder.kill()
      await once(adder, 'exit')
    }
    expect((await run(body, { programs })).observed).toBe('120, says adder 100\n')
    expect(process.env.PATH).toBe(path)
    const asPath = run(({ program }) => program('bin/adder', () => {}, { module }), { programs })
    await expect(asPath).rejects.toMatchObject({ code: 'ONLY_SIMULATED' })
  })
})

describe('a run that hangs', () => {
  it('is a deadlock where nothing is left that could happen, and says who waits', async () => {
    const { end } = await run(waits)
    expect(end).toMatchObject({ kind: 'deadlock', waiting: ['ann: read TAG-1'] })
    expect(end.message).toMatch(
      /^ann: read TAG-1 never settles: nothing has happened for [\d.]+ s, and nothing is left that could$/,
    )
  })

  it('is no deadlock while a timer is armed that comes again and again: nothing can be said', async () => {
    const { end } = await run((controls) => {
      setInterval(() => {}, 20)
      return waits(controls)
    })
    expect(end).toMatchObject({ kind: 'limit', message: expect.stringContaining('a timer of 20 ms is still armed') })
  })

  it('is waited for as long as a timer is armed that fires soon, or native work is under way', async () => {
    const timer = await run(() => new Promise((resolve) => setTimeout(resolve, 800)), { patienceMs: 200 })
    const program = await run(() => once(spawn('sleep', ['0.8']), 'close'), { patienceMs: 200 })
    expect([timer.end.kind, program.end.kind]).toEqual(['completed', 'completed'])
  })

  it('is a deadlock though random bytes were drawn at once, and names are looked up somewhere', async () => {
    const { end } = await run((controls) => {
      randomBytes(8)
      new Resolver()
      return waits(controls)
    })
    expect(end.kind).toBe('deadlock')
  })

  it('is no deadlock where somebody unknown may still answer', async () => {
    const stranger = spawn(process.execPath, [
      '-e',
      "require('net').createServer(() => {}).listen(0, function () { console.log(this.address().port) })",
    ])
    const [port] = await once(stranger.stdout, 'data')
    const { end } = await run((controls) => {
      net.connect(Number(port), '127.0.0.1')
      return waits(controls)
    })
    stranger.kill()
    expect(end).toMatchObject({ kind: 'limit', message: expect.stringMatching(/socket 127\.0\.0\.1:\d+ may still answer/) })
  })

  it('asks whether an injected fault has swallowed the call before anything is claimed', async () => {
    const { end } = await run(
      (controls) =>
        new Promise<void>((resolve) =>
          controls.atStandstill(() => {
            resolve()
            return true
          }),
        ),
    )
    expect(end.kind).toBe('completed')
  })
})

describe('leftovers', () => {
  it('are timers, sockets, servers, programs and files that are still open, each with who opened it', async () => {
    const execution = await run(async ({ as, dir }) => {
      const server = as('bob', () => net.createServer(() => {}).listen(path.join(dir(), 's.sock')))
      await once(server, 'listening')
      await as('ann', () => once(net.connect(path.join(dir(), 's.sock')), 'connect'))
      as('ann', () => setTimeout(() => {}, 600_000))
      as('ann', () => setInterval(() => {}, 100).unref())
      as('cat', () => spawn('sleep', ['100'], { stdio: 'ignore' }))
      openSync(path.join(dir(), 'log'), 'w')
    })
    expect(open(execution).sort()).toEqual(
      [
        'ann: socket, socket (unix)',
        'ann: timer, timer N ms',
        'ann: timer, timer every 100 ms, unref',
        'bob: server, server /tmp',
        'bob: socket, socket (unix)',
        'cat: process, process sleep (pid N)',
        'main: file, file /tmp',
        'main: file, socket file s.sock',
      ].map((text) => expect.stringMatching(new RegExp(`^${text.replace('/tmp', '/').replaceAll(/[()/.]/g, '\\$&')}`))),
    )
  })

  it('are temporary directories, and programs that nobody here has a handle of', async () => {
    const execution = await run(async (_, temporary) => {
      mkdirSync(path.join(temporary, 'cache-1'))
      await once(spawn('sh', ['-c', 'sleep 100 >/dev/null 2>&1 &'], { stdio: 'ignore' }), 'close')
    })
    expect(open(execution)).toEqual(['main: file, temporary directory cache-1', 'main: process, process sleep 100 (pid N)'])
    process.kill(Number(/pid (\d+)/.exec(execution.leftovers[1]?.what ?? '')?.[1]), 'SIGKILL')
  })

  it('are not what closes within a moment, nor what is the harness’s own', async () => {
    const execution = await run(async ({ as, own }) => {
      own('dispatcher')
      const server = as('dispatcher', () => net.createServer((socket) => void socket.on('data', () => {})).listen(0))
      await once(server, 'listening')
      const { port } = server.address() as net.AddressInfo
      const socket = net.connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write('x'.repeat(1000), () => socket.destroySoon())
      setTimeout(() => {}, 100)
    })
    expect(open(execution)).toEqual([])
  })
  it('are not what is being read or written when the body ends, however long it takes', async () => {
    const execution = await run(async ({ as, own, dir }) => {
      const fifo = path.join(dir(), 'fifo')
      own('peer')
      await as('peer', () => once(spawn('mkfifo', [fifo], { stdio: 'ignore' }), 'close'))
      // Outside of the run, longer than what follows from a body is waited for.
      as('peer', () =>
        spawn('sh', ['-c', `exec >"${fifo}"; sleep 1.5; echo done`], { stdio: 'ignore', env: { PATH: process.env.PATH } }),
      )
      void as('ann', () => readFile(fifo, 'utf8'))
    })
    expect(open(execution)).toEqual([])
  })
})
