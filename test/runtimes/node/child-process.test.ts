// Simulated child programs under Node's own ChildProcess; and what a real one does in the same place.
import type childProcess from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Controls, SimulatedProcess } from '../../../harness/core/runtime.js'
import { outcomes, randomWalk, run } from '../../support/run.js'

/** Logs what a parent sees of a child until it is closed. */
const watch = async (child: childProcess.ChildProcess): Promise<string[]> => {
  const log: string[] = []
  let [out, errors] = ['', '']
  child.stdout?.on('data', (data) => (out += data))
  child.stderr?.on('data', (data) => (errors += data))
  child.on('spawn', () => log.push('spawn'))
  child.on('error', (error: NodeJS.ErrnoException) => log.push(`error ${error.code} ${error.syscall}`))
  child.on('exit', (code, signal) => log.push(`exit ${code} ${signal}`))
  await new Promise<void>((resolve) => {
    child.on('close', (code, signal) => {
      log.push(`close ${code} ${signal}`)
      resolve()
    })
  })
  return [...log, `out ${out}`, `errors ${errors.split('\n')[0]}`]
}

const simulated = async (program: (process: SimulatedProcess) => void | Promise<void>, parent: () => Promise<string[]>) => {
  let log: string[] = []
  const { end, leftovers } = await run(async (controls: Controls) => {
    controls.program('program', program)
    log = await parent()
  })
  expect([end, leftovers]).toEqual([{ kind: 'completed', message: '' }, []])
  return log
}

/** The same parent with a real program, a script for `node -e`. */
const real = (
  script: string,
  parent: (start: (options?: childProcess.SpawnOptions) => childProcess.ChildProcess) => Promise<string[]>,
) => parent((options = {}) => spawn(process.execPath, ['-e', script], options))

const cases: readonly {
  readonly what: string
  readonly program: (process: SimulatedProcess) => void | Promise<void>
  readonly script: string
  readonly parent: (start: (options?: childProcess.SpawnOptions) => childProcess.ChildProcess) => Promise<string[]>
}[] = [
  {
    what: 'a program that reads to the end and answers',
    program: ({ stdin, stdout }) => void stdin.on('data', (data) => stdout.write(String(data).toUpperCase())),
    script: `process.stdin.on('data', (data) => process.stdout.write(String(data).toUpperCase()))`,
    async parent(start) {
      const child = start()
      child.stdin?.end('hello')
      return watch(child)
    },
  },
  {
    what: 'a program that exits by itself with a code and last words',
    program: ({ stdout, stderr, exit }) => {
      stdout.write('last words')
      stderr.write('complaint\n')
      exit(3)
    },
    script: `process.stdout.write('last words'); process.stderr.write('complaint\\n'); process.exit(3)`,
    parent: (start) => watch(start()),
  },
  {
    what: 'a program that is killed',
    program: ({ stdout }) => new Promise(() => stdout.write('ready')),
    script: `process.stdout.write('ready'); setInterval(() => {}, 1000)`,
    async parent(start) {
      const child = start()
      child.stdout?.once('data', () => child.kill())
      return watch(child)
    },
  },
  {
    what: 'a program that handles a signal',
    program: ({ stdout, exit, onSignal }) => {
      onSignal('SIGTERM', () => exit(7))
      return new Promise(() => stdout.write('ready'))
    },
    script: `process.on('SIGTERM', () => process.exit(7)); process.stdout.write('ready'); setInterval(() => {}, 1000)`,
    async parent(start) {
      const child = start()
      child.stdout?.once('data', () => child.kill('SIGTERM'))
      return watch(child)
    },
  },
  {
    what: 'a program that fails',
    program: () => Promise.reject(new Error('broken')),
    script: `Promise.reject(new Error('broken'))`,
    async parent(start) {
      const log = await watch(start())
      return log.map((line) => line.replace(/^errors .*/, 'errors of some kind'))
    },
  },
  {
    what: 'a child that is aborted',
    program: () => new Promise(() => {}),
    script: 'setInterval(() => {}, 1000)',
    async parent(start) {
      const abort = new AbortController()
      const child = start({ signal: abort.signal })
      child.once('spawn', () => abort.abort())
      return watch(child)
    },
  },
  {
    what: 'a child with a time-out',
    program: () => new Promise(() => {}),
    script: 'setInterval(() => {}, 1000)',
    parent: (start) => watch(start({ timeout: 50, killSignal: 'SIGKILL' })),
  },
  {
    what: 'a child whose streams are ignored',
    program: ({ stdin, stdout }) => void stdin.on('data', () => {}).on('end', () => stdout.write('nobody hears')),
    script: `process.stdin.on('data', () => {}).on('end', () => process.stdout.write('nobody hears'))`,
    parent: (start) => watch(start({ stdio: 'ignore' })),
  },
]

test.each(cases)('as a real one: $what', async ({ program, script, parent }) => {
  const log = await simulated(program, () => parent((options = {}) => spawn('program', [], options)))
  expect(log).toEqual(await real(script, parent))
})

test('a path to nothing and a missing working directory are ENOENT, as in reality', async () => {
  for (const [file, options] of [
    ['/no/such/tool', {}],
    ['node', { cwd: '/no/such/folder' }],
  ] as const) {
    const parent = async () => watch(spawn(file === 'node' ? process.execPath : file, [], options))
    const log = await simulated(() => {}, parent)
    expect(log).toEqual(await parent())
    expect(log[0]).toBe(`error ENOENT spawn ${file === 'node' ? process.execPath : file}`)
  }
})

test('a program is found by its file, its base name, or as the script of node', async () => {
  const argvs: (readonly string[])[] = []
  await run(async (controls) => {
    controls.program('server.js', ({ argv }) => void argvs.push(argv))
    controls.program('tool', ({ argv }) => void argvs.push(argv))
    for (const [file, args] of [
      ['tool', ['-v']],
      ['/usr/local/bin/tool', []],
      [process.execPath, ['--no-warnings', 'dist/server.js', '--port', '1']],
      ['node', ['server.js']],
    ] as const) {
      await once(spawn(file, args), 'close')
    }
  })
  expect(argvs.map((argv) => argv.slice(1).join(' '))).toEqual(['-v', '', '--no-warnings dist/server.js --port 1', 'server.js'])
})

test('environment, pid and kill by pid', async () => {
  const seen: Record<string, unknown> = {}
  await run(async (controls) => {
    controls.program('tool', ({ env, pid }) => {
      Object.assign(seen, { token: env.TOKEN, path: env.PATH, own: pid })
      return new Promise(() => {})
    })
    const child = spawn('tool', [], { env: { TOKEN: 'secret' } })
    const pid = child.pid as number
    Object.assign(seen, { pid, alive: process.kill(pid, 0), self: process.kill(process.pid, 0) })
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.kill(pid, 'SIGINT')
    seen.signal = (await once(child, 'close'))[1]
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(child.kill()).toBe(false)
  })
  const { pid } = seen
  expect(seen).toEqual({ token: 'secret', path: undefined, own: pid, pid, alive: true, self: true, signal: 'SIGINT' })
})

test('a program that still runs is a leftover of whoever started it, and is gone after teardown', async () => {
  let closed = 0
  const body = async (controls: Controls) => {
    controls.program('tool', () => new Promise(() => {}))
    const child = controls.as('ann', () => spawn('tool'))
    child.on('close', () => closed++)
    await once(child, 'spawn')
  }
  for (let i = 1; i <= 3; i++) {
    const { end, leftovers } = await run(body)
    expect(end.kind).toBe('completed')
    expect(leftovers).toEqual([{ kind: 'process', what: 'process tool', actor: 'ann', referenced: true }])
    expect(closed).toBe(i)
  }
})

test('exit and the last output come in either order, close after both', async () => {
  const counts = await outcomes(60, (say) => async (controls) => {
    controls.program('tool', ({ stdout, exit }) => {
      stdout.write('x')
      exit()
    })
    const order: string[] = []
    const child = spawn('tool')
    child.on('exit', () => order.push('exit')).on('close', () => order.push('close'))
    child.stdout.on('data', () => order.push('data'))
    await once(child, 'close')
    say(order.join())
  })
  expect(Object.keys(counts).sort()).toEqual(['data,exit,close', 'exit,data,close'])
})

test('two programs that talk in lines: no schedule and no cut loses an answer', async () => {
  const body = async (controls: Controls) => {
    controls.program('adder', async ({ stdin, stdout }) => {
      for await (const line of createInterface({ input: stdin })) {
        const { id, a, b } = JSON.parse(line) as { id: number; a: number; b: number }
        setTimeout(() => stdout.write(`${JSON.stringify({ id, sum: a + b })}\n`), id % 2)
      }
    })
    const call = async (name: string): Promise<void> =>
      controls.as(name, async () => {
        const child = spawn('adder')
        const answers = new Map<number, number>()
        createInterface({ input: child.stdout }).on('line', (line) => {
          const { id, sum } = JSON.parse(line) as { id: number; sum: number }
          answers.set(id, sum)
          if (answers.size === 3) child.stdin.end()
        })
        for (const id of [1, 2, 3]) child.stdin.write(`${JSON.stringify({ id, a: id, b: 10 })}\n`)
        expect(await once(child, 'close')).toEqual([0, null])
        expect([...answers].sort()).toEqual([
          [1, 11],
          [2, 12],
          [3, 13],
        ])
      })
    await Promise.all([call('ann'), call('bob')])
  }
  const hashes = new Set<number>()
  for (let seed = 0; seed < 100; seed++) {
    const one = await run(body, randomWalk(seed))
    expect([seed, one.end, one.leftovers]).toEqual([seed, { kind: 'completed', message: '' }, []])
    expect((await run(body, randomWalk(seed))).traceHash).toBe(one.traceHash)
    hashes.add(one.traceHash)
  }
  expect(hashes.size).toBeGreaterThan(90)
})

test('nobody keeps a program once its execution is over', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const children: WeakRef<childProcess.ChildProcess>[] = []
  for (let i = 0; i < 20; i++) {
    await simulated(
      ({ exit }) => exit(),
      () => {
        const child = spawn('program')
        children.push(new WeakRef(child))
        return watch(child)
      },
    )
  }
  await new Promise(setImmediate)
  collect()
  // The last ones may still be on a stack or in a register.
  expect(children.filter((child) => child.deref() !== undefined).length).toBeLessThan(5)
})
