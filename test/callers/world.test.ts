// The world of a race, inside executions: names, order, values, rejections, and choices that a schedule can make.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createWorld, type World, worldBody } from '../../harness/callers/world.js'
import { isHarnessError } from '../../harness/core/errors.js'
import type { Controls } from '../../harness/core/runtime.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { echo } from '../../harness/dispatchers/tools.js'
import { connect } from '../dispatchers/bench.js'
import { outcomes, randomWalk, run } from '../support/run.js'
import { realControls } from './real-controls.js'

/** Runs `body` in the calmest execution and hands out what it returned. */
const calmly = async <T>(body: (world: World, controls: Controls) => Promise<T>): Promise<T> => {
  let value: { readonly value: T } | null = null
  const { end } = await run(async (controls) => {
    value = { value: await body(createWorld(controls), controls) }
  })
  expect(end).toEqual({ kind: 'completed', message: '' })
  return (value as unknown as { readonly value: T }).value
}

describe('together', () => {
  it('starts all in the order given and returns their values by place or by name', async () => {
    const log: string[] = []
    const saying = (world: World, name: string, pauses: number) => async () => {
      log.push(name)
      for (let i = 0; i < pauses; i++) await world.pause()
      return name
    }
    const values = await calmly(async (world) => ({
      list: await world.together(saying(world, 'one', 2), saying(world, 'two', 0), () => 3),
      named: await world.together({ eve: saying(world, 'three', 1), sam: () => 'four' }),
      none: await world.together(),
    }))
    expect(values).toEqual({ list: ['one', 'two', 3], named: { eve: 'three', sam: 'four' }, none: [] })
    expect(log).toEqual(['one', 'two', 'three'])
  })

  it('refuses what is no function by name: it would be a race that does not race', async () => {
    const given = async (...thunks: unknown[]): Promise<string> => {
      const together = (world: World) => world.together as (...all: unknown[]) => Promise<unknown>
      const error = await calmly((world) => together(world)(...thunks).catch((reason) => reason))
      return isHarnessError(error) ? `${error.code}: ${error.help.found}` : `taken: ${error}`
    }
    expect(await given(() => 1, null)).toBe('BAD_OPTION: null')
    expect(await given(Promise.resolve(1), Promise.resolve(2))).toBe('BAD_OPTION: a promise')
    expect(await given(Promise.resolve(1))).toBe('BAD_OPTION: a promise')
    expect(await given({ ann: () => 1, bob: undefined })).toBe('BAD_OPTION: undefined')
  })

  it('names unnamed callers ann, bob, ... and callers inside callers differently', async () => {
    const { steps } = await run(
      async (controls) => {
        const { together, pause } = createWorld(controls)
        await together(
          () =>
            together(
              () => pause('inner'),
              () => pause('inner'),
            ),
          () => pause('outer'),
        )
        await together(() => pause('again'))
        await together({ zoe: () => pause('named') })
      },
      randomWalk(1),
      { record: true },
    )
    expect(steps.map(({ key }) => key).sort()).toEqual([
      'ann|again|1',
      'bob|outer|1',
      'cat|inner|1',
      'dan|inner|1',
      'zoe|named|1',
    ])
  })

  it('waits for all, then throws the rejection that came first', async () => {
    const log: string[] = []
    const failing = (world: World, name: string, pauses: number) => async () => {
      for (let i = 0; i < pauses; i++) await world.pause()
      log.push(name)
      throw new Error(name)
    }
    const caught = await calmly((world) =>
      world
        .together(failing(world, 'late', 3), failing(world, 'early', 1), async () => {
          for (let i = 0; i < 5; i++) await world.pause()
          log.push('last')
        })
        .catch((error: Error) => error.message),
    )
    expect(caught).toBe('early')
    expect(log).toEqual(['early', 'late', 'last'])
    expect(
      await calmly((world) =>
        world
          .together(() => {
            throw new Error('at once')
          })
          .catch(String),
      ),
    ).toBe('Error: at once')
  })
})

describe('slow', () => {
  it('puts other callers before the effect and between the effect and its answer', async () => {
    // A check-then-act on a stub: over 200 random schedules of 4 tasks both outcomes show; missing one has probability below 1e-9.
    const counts = await outcomes(200, (say) => async (controls) => {
      const { together, slow } = createWorld(controls)
      let value = 0
      const load = slow(() => value, 'load')
      const store = slow((next: number) => {
        value = next
      }, 'store')
      const increment = async () => store((await load()) + 1)
      await together(increment, increment)
      say(String(value))
    })
    expect(Object.keys(counts).sort()).toEqual(['1', '2'])
  })

  it('keeps arguments, this, values and errors, and names its steps', async () => {
    const { steps } = await run(
      async (controls) => {
        const { slow } = createWorld(controls)
        const object = {
          base: 40,
          add: slow(async function add(this: { base: number }, n: number) {
            return this.base + n
          }),
          fail: slow(() => {
            throw new Error('broken')
          }, 'failing'),
        }
        expect(await object.add(2)).toBe(42)
        await expect(object.fail()).rejects.toThrow('broken')
      },
      randomWalk(1),
      { record: true },
    )
    expect(steps.map(({ what }) => what)).toEqual(['add', 'add done', 'failing', 'failing done'])
  })
})

describe('call', () => {
  const events = async (body: (world: World) => Promise<unknown>) => {
    const { history } = await run((controls) => body(createWorld(controls)))
    return history.map(({ actor, call, type, op, token, input, output, error }) =>
      JSON.stringify([actor, call, type, op, token, input, output ?? error]),
    )
  }

  it('records the operation and runs it as the caller', async () => {
    const { steps, history } = await run(
      async (controls) => {
        const { call, pause } = createWorld(controls)
        expect(await call('ann', { tag: 'x' }, async () => pause('work').then(() => 'answer x'))).toBe('answer x')
        await expect(
          call(
            'bob',
            'y',
            () => {
              throw new Error('no')
            },
            { op: 'buy', token: 'T-1' },
          ),
        ).rejects.toThrow('no')
      },
      randomWalk(1),
      { record: true },
    )
    expect(steps.map(({ key }) => key)).toEqual(['ann|work|1'])
    expect(history).toMatchObject([
      { actor: 'ann', type: 'invoke', op: 'call', token: 'x', input: { tag: 'x' } },
      { actor: 'ann', type: 'ok', op: 'call', output: 'answer x' },
      { actor: 'bob', type: 'invoke', op: 'buy', token: 'T-1', input: 'y' },
      { actor: 'bob', type: 'fail', op: 'buy', error: 'no' },
    ])
    expect(history[1]?.call).toBe(history[0]?.call)
    expect(history[2]?.call).not.toBe(history[0]?.call)
  })

  it('takes the token from the input, makes a fresh one for who takes it, and announces none otherwise', async () => {
    const lines = await events(async ({ call }) => {
      await call('ann', { token: 'a' }, () => 1)
      await call('ann', { n: 1 }, (token) => token)
      await call('bob', { n: 1 }, (token) => token)
      await call('ann', 'plain', (token) => token)
      await call('ann', { n: 1 }, () => 2)
    })
    expect(lines.filter((line) => line.includes('invoke')).map((line) => JSON.parse(line)[4])).toEqual([
      'a',
      'ann-1',
      'bob-1',
      'ann-2',
      null,
    ])
  })
})

describe('the rest of the world', () => {
  it('chooses among values, the first in a calm schedule and each of them in others', async () => {
    expect(await calmly(async ({ choose }) => [choose('kind', ['a', { b: 1 }, 3]), choose('kind', ['only'])])).toEqual([
      'a',
      'only',
    ])
    // 100 even draws of three miss one with probability 3 * (2/3)^100 < 1e-16.
    const counts = await outcomes(100, (say) => async (controls) => say(String(createWorld(controls).choose('kind', [1, 2, 3]))))
    expect(Object.keys(counts)).toEqual(['1', '2', '3'])
    await expect(calmly(async ({ choose }) => choose('nothing', []))).rejects.toThrow()
  })

  it('gives the directory and the signal of the execution', async () => {
    const controls = await realControls()
    const { dir, signal } = createWorld(controls)
    expect([dir(), signal.aborted]).toEqual([controls.dir(), false])
    await controls.end()
    expect(signal.aborted).toBe(true)
  })

  it('runs a program in the place of a child, as an actor of its own', async () => {
    const { steps, history } = await run(
      async (controls) => {
        const { call, program } = createWorld(controls)
        program('upper', async ({ stdin, stdout }) => void stdout.write((await text(stdin)).toUpperCase()))
        await call('ann', { token: 'LOUD' }, () => {
          const child = spawn('upper')
          child.stdin.end('loud')
          return text(child.stdout)
        })
      },
      randomWalk(1),
      { record: true },
    )
    expect(history.map(({ type, output }) => output ?? type)).toEqual(['invoke', 'LOUD'])
    expect(steps.map(({ actor }) => actor)).toContain('upper ann')
  })

  it('starts dispatchers, each at a place of its own, and closes them at the end', async () => {
    const controls = await realControls()
    const { dispatcher } = createWorld(controls)
    const spec = mockDispatcher({ tools: { terminal: echo() } })
    const started = [await dispatcher(spec), await dispatcher(spec)]
    for (const [i, { address }] of started.entries()) {
      const client = await connect(address)
      client.send({ tool: 'terminal', args: { i } })
      expect(await client.next(1)).toEqual([{ result: { i } }])
    }
    await controls.end()
    for (const { address } of started) await expect(connect(address)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('refuses the execution where a tool of its dispatcher is not immediate', async () => {
    const spec = mockDispatcher({ tools: { terminal: () => new Promise(() => {}) } })
    const body = worldBody(async ({ dispatcher }) => {
      const client = await connect((await dispatcher(spec)).address)
      client.send({ tool: 'terminal' })
      await client.next(1)
    })
    await expect(body(await realControls())).rejects.toMatchObject({ code: 'TOOL_NOT_IMMEDIATE' })
  })
})
