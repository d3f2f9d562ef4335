// The runtime of Python threads: how an execution ends, what comes back of it, and that no process survives.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import type { Execution } from '../../../harness/core/execution.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../../harness/core/limits.js'
import { calm, type Policy } from '../../../harness/core/policy.js'
import type { ExecutionSettings } from '../../../harness/core/runtime.js'
import type { Workload } from '../../../harness/core/workload.js'
import { createPythonRuntime, type PythonRuntime, type PythonRuntimeOptions } from '../../../harness/runtimes/python/index.js'
import { python, pythons } from '../../support/pythons.js'

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/python/${name}.py`, import.meta.url))

const NOBODY: Workload = { callers: [], subjectSeed: 0 }
const get = (name: string) => ({ name, operations: [{ op: 'get_or_create', token: `TAG-${name}`, input: { n: 0 } }] })
const TWO: Workload = { callers: [get('ann'), get('bob')], subjectSeed: 0 }

const walk = (seed: number): Policy => ({ seed, deviations: [], pick: 'uniform', stay: 0 })

const open: PythonRuntime[] = []
const start = async (name: string, options: Partial<PythonRuntimeOptions> = {}): Promise<PythonRuntime> => {
  const runtime = await createPythonRuntime({ python, file: fixture(name), watchdogMs: 1000, ...options })
  open.push(runtime)
  return runtime
}
afterEach(async () => {
  for (const runtime of open.splice(0)) await runtime.close()
})

const settings = (policy: Policy, more: Partial<ExecutionSettings> = {}): ExecutionSettings => ({
  policy,
  subjectSeed: 0,
  limits: { ...DEFAULT_LIMITS, steps: 20_000 },
  model: DEFAULT_MODEL,
  record: false,
  native: 'refuse',
  faults: [],
  ...more,
})

const once = async (name: string, policy: Policy = calm): Promise<Execution> => {
  const runtime = await start(`ends/${name}`)
  return runtime.execute(runtime.bodyFor(NOBODY), settings(policy, { record: true, closely: 'all' }))
}

describe.skipIf(python === '')('an execution ends', () => {
  test('as completed, with what is left: threads that would keep the process alive, and errors that reached nobody', async () => {
    const { end, leftovers } = await once('daemon')
    expect(end.kind).toBe('completed')
    expect(leftovers.map(({ kind, actor, referenced }) => [kind, actor, referenced])).toEqual([
      ['task', 'main/1', false],
      ['task', 'main/2', true],
      ['error', 'main/3', true],
    ])
    expect(leftovers[2]?.what).toBe('ZeroDivisionError: division by zero')
  })

  test('as a deadlock, with who waits for which lock, who has it, and where', async () => {
    const runtime = await start('ends/deadlock')
    const body = runtime.bodyFor(NOBODY)
    // One of three walks ends so: none of 40 does with a probability below one in ten million.
    for (let seed = 1; seed <= 40; seed++) {
      const { end } = await runtime.execute(body, settings(walk(seed)))
      if (end.kind !== 'deadlock') continue
      const again = await runtime.execute(body, settings(walk(seed), { record: true, closely: 'all' }))
      expect(again.end).toEqual(end)
      expect(end.waiting).toContain('main/1: the lock of deadlock.py:test, which main/2 has')
      const places = again.suspended?.map(({ actor, at, in: inside }) => [
        actor,
        at[0]?.split('/').at(-1),
        inside?.split('.').at(-1),
      ])
      expect(places).toContainEqual(['main/1', 'deadlock.py:11', 'forth'])
      return
    }
    expect.unreachable('no walk ends in a deadlock')
  })

  test('at its limit of steps, where it waits for what never comes', async () => {
    expect((await once('livelock')).end).toMatchObject({ kind: 'limit', message: '20000 steps are used up' })
  })

  test('by the watchdog, where a loop has no control point', async () => {
    const { end } = await once('loop')
    expect(end.kind).toBe('out-of-control')
    expect(end.message).toMatch(/^a loop without a control point was ended at test\/fixtures\/python\/ends\/loop\.py:[67],/)
  })

  test('by the watchdog, where a call waits in C', async () => {
    const { end } = await once('blocked')
    expect(end.kind).toBe('out-of-control')
    expect(end.message).toMatch(/^a call that waits where nobody can control it was ended at .*blocked\.py:7/)
  })

  test('as it raised', async () => {
    const { end } = await once('raises')
    expect(end).toMatchObject({ kind: 'threw', message: "KeyError: 'k'", error: { name: 'KeyError' } })
    expect(end.error?.stack).toMatch(/raises\.py", line 5, in test/)
    expect(end.error?.stack).not.toContain('crosswire_driver')
  })

  test('as its process did: by its own exit, or by a signal', async () => {
    const { end, printed } = await once('exits')
    expect(end).toEqual({ kind: 'crashed', message: 'the subject ended its process with exit code 3' })
    expect(printed?.map(({ text }) => text)).toContain('about to go')
    expect((await once('segfaults')).end).toEqual({ kind: 'crashed', message: 'the process of the subject died by SIGSEGV' })
  })

  test('and the next one begins where the subject was just loaded', async () => {
    const runtime = await start('ends/exits')
    const ends = [1, 2, 3].map(() => runtime.execute(runtime.bodyFor(NOBODY), settings(calm)))
    expect((await Promise.all(ends)).map(({ end }) => end.kind)).toEqual(['crashed', 'crashed', 'crashed'])
  })

  test('as it did, whatever its threads do while they unwind', async () => {
    expect((await once('never_unwinds')).end).toMatchObject({ kind: 'threw', message: 'AssertionError: the finding' })
    const runtime = await start('ends/answers_late')
    const waits: Workload = {
      callers: [{ name: 'ann', operations: [{ op: 'wait', token: 'TAG-1', input: {} }] }],
      subjectSeed: 0,
    }
    const { end, history } = await runtime.execute(runtime.bodyFor(waits), settings(calm))
    expect(end.kind).toBe('deadlock')
    expect(history.map(({ type }) => type)).toEqual(['invoke'])
  })

  test('in no way where the driver itself fails: that is no finding', async () => {
    const runtime = await start('ends/breaks_the_driver')
    const failing = (): Promise<Execution> => runtime.execute(runtime.bodyFor(NOBODY), settings(calm))
    await expect(failing()).rejects.toMatchObject({ code: 'INTERNAL', message: expect.stringMatching(/TypeError: 'NoneType'/) })
    await expect(failing()).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  test('as completed, whatever it has printed and wherever to, and whatever becomes of a copy of its process', async () => {
    expect((await once('prints')).end.kind).toBe('completed')
    expect((await once('forks')).end.kind).toBe('completed')
  })
})

describe.skipIf(python === '')('many policies in one message', () => {
  const many = (policies: readonly Policy[], runtime: PythonRuntime, workload = TWO) =>
    runtime.executeMany?.(runtime.bodyFor(workload), settings(calm), policies)

  test('are the executions that each comes to alone, up to the first that does not complete', async () => {
    const runtime = await start('cache_race')
    const policies = Array.from({ length: 60 }, (_, seed) => walk(seed + 1))
    const executions = (await many(policies, runtime)) ?? []
    expect(executions.length).toBeGreaterThan(0)
    expect(executions.slice(0, -1).every(({ end }) => end.kind === 'completed')).toBe(true)
    expect(executions.at(-1)?.end.kind).toBe('threw')
    const body = runtime.bodyFor(TWO)
    const alone = await Promise.all(policies.slice(0, executions.length).map((policy) => runtime.execute(body, settings(policy))))
    expect(executions).toEqual(alone)
  })

  test('are as many as a worker does', async () => {
    const runtime = await start('fixed_cache_race')
    expect(
      await many(
        Array.from({ length: 60 }, (_, seed) => walk(seed)),
        runtime,
      ),
    ).toHaveLength(50)
  })

  test('are told apart where one of them takes the process with it', async () => {
    const runtime = await start('ends/exits')
    const executions = await many([walk(1), walk(2)], runtime, NOBODY)
    expect(executions?.map(({ end }) => end.kind)).toEqual(['crashed'])
  })
})

describe.skipIf(python === '')('what keeps a file from being run', () => {
  test.each([
    ['a module that is not there', 'broken', /ModuleNotFoundError: No module named 'nowhere_to_be_found' \(.*broken\.py:3\)/],
    [
      'a module that never comes to its end',
      'loads_for_ever',
      /after 3 s it is still being loaded \(.*loads_for_ever\.py:[45]\)/,
    ],
    ['a dispatcher that is no plain data', 'no_data', /DISPATCHER is no plain data/],
    ['an argument of unknown type', 'untyped', /op_put: nobody knows what to give for `value`/],
  ])('%s', async (_, name, says) => {
    const starting = start(`ends/${name}`, { watchdogMs: 50 })
    await expect(starting).rejects.toThrow(says)
    await expect(starting).rejects.toMatchObject({ code: 'BAD_SCENARIO_FILE' })
  })
})

describe.skipIf(python === '')('the dispatcher', () => {
  test('has delays and faults that are choices of the schedule, under the keys that they have in Node', async () => {
    const runtime = await start('refused')
    await runtime.setDispatcher({
      tools: { load: { tool: 'echo' } },
      delay: { name: 'oneOf:0,20', choicesMs: [0, 20] },
      faults: [{ fault: 'error', tool: 'load' }],
    })
    const workload: Workload = {
      callers: [{ name: 'ann', operations: [{ op: 'load', token: 'TAG-1', input: { n: 1 } }] }],
      subjectSeed: 0,
    }
    const take = (at: string, option: string) => ({ at, nth: 1, step: 0, take: option, index: 1 })
    const slow = take('dispatcher|delay delay load|1', '20 ms')
    const broken = take('dispatcher|fault fault load|1', 'error')
    const [calmly, late, failing] = await Promise.all(
      [[], [slow], [broken]].map((deviations) =>
        runtime.execute(runtime.bodyFor(workload), settings({ ...calm, deviations }, { record: true })),
      ),
    )
    const answer = (execution: Execution | undefined) =>
      execution?.history.find(({ op, type }) => op === 'load' && type !== 'invoke')
    expect(answer(calmly)).toMatchObject({ actor: 'dispatcher', type: 'ok', output: { n: 1 } })
    expect(Math.round((answer(late)?.atMs ?? 0) - (answer(calmly)?.atMs ?? 0))).toBe(20)
    expect(answer(failing)).toMatchObject({ actor: 'dispatcher', type: 'fail', error: 'injected error' })
    // The tool has said no, which is nobody's race.
    expect(failing?.leftovers).toEqual([])
    expect([calmly, late, failing].map((execution) => execution?.unmet)).toEqual([[], [], []])
  })
})

test.skipIf(python === '')('what is observed is as it was then, whatever becomes of it while it is closed', async () => {
  const runtime = await start('ends/changes_later')
  const asks = { callers: [{ name: 'ann', operations: [{ op: 'ask', token: 'TAG-1', input: {} }] }], subjectSeed: 0 }
  const { end, observed } = await runtime.execute(runtime.bodyFor(asks), settings(calm))
  expect(end.kind).toBe('completed')
  expect(observed).toEqual({ kept: ['TAG-1'] })
})

test.skipIf(python === '')('an operation that the file has no more fails, and nothing else does', async () => {
  const runtime = await start('cache_race')
  const gone: Workload = { callers: [{ name: 'ann', operations: [{ op: 'clear', token: 'TAG-1', input: {} }] }], subjectSeed: 0 }
  const { end, history, leftovers } = await runtime.execute(runtime.bodyFor(gone), settings(calm))
  expect(end.kind).toBe('completed')
  expect(history.at(-1)).toMatchObject({ actor: 'ann', type: 'fail', error: 'there is no op_clear any more' })
  expect(leftovers).toEqual([])
})

test.skipIf(python === '')(
  'arguments arrive as they were declared, and answers tell whose they are by what they hold',
  async () => {
    const runtime = await start('ends/crosses')
    const [ask] = runtime.file.operations
    expect(ask?.arguments).toEqual([{ name: 'key', values: ['(1, 2)', "b'ab'", 'frozenset({3})', '(1, 2) '] }])
    const keys = ask?.arguments.flatMap((argument) => ('values' in argument ? argument.values : [])) ?? []
    const operations = [
      ...keys.map((key, n) => ({ op: 'ask', token: `TAG-${n}`, input: { key } })),
      { op: 'collect', token: 'TAG-9', input: {} },
    ]
    const workload = { callers: [{ name: 'ann', operations }], subjectSeed: 0 }
    const { end, history } = await runtime.execute(runtime.bodyFor(workload), settings(calm))
    expect(end.kind).toBe('completed')
    const told = (n: number, key: string) => ({ [`<Answer ${n}>`]: { by: { [`<Slim ${n}>`]: { token: `TAG-${n - 1}` } }, key } })
    expect(history.filter(({ actor, type }) => actor === 'ann' && type === 'ok').map(({ output }) => output)).toEqual([
      told(1, 'tuple'),
      told(2, 'bytes'),
      told(3, 'frozenset'),
      told(4, 'str'),
      ['TAG-9'],
    ])
  },
)

describe.skipIf(python === '')('state that a module keeps', () => {
  test('is noticed, and then each execution has a process of its own', async () => {
    const runtime = await start('ends/kept')
    const body = runtime.bodyFor(NOBODY)
    expect(await runtime.isContaminated([NOBODY])).toBe(true)
    const traces = await Promise.all([1, 2, 3].map(() => runtime.execute(body, settings(calm))))
    expect(new Set(traces.map(({ traceHash }) => traceHash)).size).toBe(1)
  })

  test('is noticed too where another workload has left it', async () => {
    const runtime = await start('ends/remembers')
    const asking = (op: string): Workload => ({
      callers: [{ name: 'ann', operations: [{ op, token: 'TAG-1', input: {} }] }],
      subjectSeed: 0,
    })
    expect(await runtime.isContaminated([asking('look'), asking('look')])).toBe(false)
    expect(await runtime.isContaminated([asking('look'), asking('put')])).toBe(true)
  })

  test('is not seen where there is none', async () => {
    const runtime = await start('cache_race')
    expect(await runtime.isContaminated([TWO, TWO])).toBe(false)
  })
})

describe.skipIf(python === '')('processes', () => {
  test('are replaced where they die after they have answered', async () => {
    const runtime = await start('ends/who')
    const asks = { callers: [{ name: 'ann', operations: [{ op: 'ask', token: 'TAG-1', input: {} }] }], subjectSeed: 0 }
    const ask = async (): Promise<number> => {
      const { history } = await runtime.execute(runtime.bodyFor(asks), settings(calm))
      return Number(history.find(({ type }) => type === 'ok')?.output)
    }
    const first = await ask()
    expect(await ask()).toBe(first)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => isAlive(first), { timeout: 20_000 }).toBe(false)
    const second = await ask()
    expect(second).not.toBe(first)
    process.kill(second, 'SIGKILL')
    await expect.poll(() => isAlive(second), { timeout: 20_000 }).toBe(false)
    // Asks the one that is gone to end first.
    expect(await runtime.isContaminated([NOBODY])).toBe(false)
  })

  test('are replaced behind an execution that did not complete: it has closed nothing', async () => {
    const runtime = await start('ends/fails_here')
    const asks = { callers: [{ name: 'ann', operations: [{ op: 'ask', token: 'TAG-1', input: {} }] }], subjectSeed: 0 }
    const executions = [calm, calm].map((policy) => runtime.execute(runtime.bodyFor(asks), settings(policy)))
    const pids = (await Promise.all(executions)).map(({ history }) => history.at(-1)?.output)
    expect(new Set(pids).size).toBe(2)
  })

  test('leave no temporary files, and find none of others: the same names are drawn in each', async () => {
    const asks = { callers: [{ name: 'ann', operations: [{ op: 'ask', token: 'TAG-1', input: {} }] }], subjectSeed: 0 }
    const runtimes = [await start('ends/temporary'), await start('ends/temporary')]
    const executions = runtimes.flatMap((runtime) =>
      [1, 2].map(() => runtime.execute(runtime.bodyFor(asks), settings(calm, { record: true }))),
    )
    const made = (await Promise.all(executions)).map(({ history }) => String(history.at(-1)?.output))
    const [first, again, other] = made
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(new Set(made.map((path) => path.split('/').at(-1))).size).toBe(1)
    for (const runtime of open.splice(0)) await runtime.close()
    expect(made.filter((path) => existsSync(path.slice(0, path.lastIndexOf('/'))))).toEqual([])
  })

  const isAlive = (pid: number): boolean => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return false
    }
  }

  test.skipIf(!existsSync('/proc/self/status'))(
    'go with whoever has started them, and with them those that the subject starts',
    async () => {
      const runtime = await start('ends/child')
      const { printed = [] } = await runtime.execute(runtime.bodyFor(NOBODY), settings(calm))
      const child = Number(/child (\d+)/.exec(printed.map(({ text }) => text).join('\n'))?.[1])
      expect(child).toBeGreaterThan(0)
      await expect.poll(() => isAlive(child), { timeout: 20_000 }).toBe(false)
    },
  )
})

/** The traces of 20 walks. */
const tracesOf = async (options: { python?: string; without?: readonly string[] }): Promise<number[]> => {
  const runtime = await start('cache_race', options)
  const body = runtime.bodyFor(TWO)
  const executions = Array.from({ length: 20 }, (_, seed) => runtime.execute(body, settings(walk(seed + 1))))
  return (await Promise.all(executions)).map(({ traceHash }) => traceHash)
}

describe.skipIf(python === '')('the same seed gives the same trace', () => {
  test.each(pythons)('on Python %s, in two processes, and without what only Linux has', async (_, { path }) => {
    const traces = await tracesOf({ python: path })
    expect(new Set(traces).size).toBeGreaterThan(10)
    expect(await tracesOf({ python: path, without: ['eventfd', 'affinity', 'proc'] })).toEqual(traces)
    expect(traces).toEqual(await tracesOf({ python }))
  })
})
