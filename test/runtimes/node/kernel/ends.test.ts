// How an execution ends: each end is earned, none is a time-out of real time.
import { expect, test } from 'vitest'
import { worldBody } from '../../../../harness/callers/world.js'
import { HarnessError } from '../../../../harness/core/errors.js'
import type { Execution } from '../../../../harness/core/execution.js'
import { DEFAULT_LIMITS } from '../../../../harness/core/limits.js'
import type { Controls } from '../../../../harness/core/runtime.js'
import { neverSettles } from '../../../../harness/oracles/never-settles.js'
import { io } from '../../../support/io.js'
import { immediate, kernel, randomWalk, run, sleep } from '../../../support/run.js'

test('a body that settles completes, one that throws says what', async () => {
  expect((await run(async () => 1)).end).toEqual({ kind: 'completed', message: '' })
  const { end } = await run(async () => {
    await immediate()
    throw new TypeError('no such tool')
  })
  expect(end).toMatchObject({ kind: 'threw', message: 'TypeError: no such tool', error: { name: 'TypeError' } })
  expect((await run(() => Promise.reject('plain text'))).end.message).toBe('plain text')
})

test('what a body saw of its subject is kept, the last look counts, and one that never looked has nothing', async () => {
  const { observed } = await run(async (controls: Controls) => {
    controls.observed({ rows: 1 })
    await immediate()
    controls.observed({ rows: 2 })
  })
  expect(observed).toEqual({ rows: 2 })
  expect('observed' in (await run(async () => {}))).toBe(false)
})

test('a caller that waits for what nobody will do is a deadlock at once, and is named', async () => {
  const { end } = await run(async (controls: Controls) => {
    const call = controls.nextCall()
    controls.record({ actor: 'ann', call, type: 'invoke', op: 'read', token: 'TAG-1' })
    await new Promise(() => {})
  })
  expect(end.kind).toBe('deadlock')
  expect(end.waiting).toEqual(['ann: read TAG-1'])
  expect(end.message).toContain('ann: read TAG-1')
})

test('callers of together that wait for ever are named, those that settled or recorded what they do are not', async () => {
  const body = worldBody(async ({ together, call }) => {
    await together({
      ann: () => new Promise(() => {}),
      bob: async () => sleep(5),
      cat: () => call('cat', {}, async () => new Promise(() => {})),
      dan: async () => {
        await sleep(5)
        await new Promise(() => {})
      },
    })
  })
  const { end } = await run(body)
  expect(end.kind).toBe('deadlock')
  expect(end.waiting).toEqual([expect.stringMatching(/^cat: call/), 'ann', 'dan'])
  expect(neverSettles().judge((await run(body)) as Execution)).toMatchObject({ message: 'cat, ann and dan wait for ever' })
})

test('to be looked at is no handler: a rejection of what runs as an actor still reaches nobody', async () => {
  const { leftovers } = await run(async (controls: Controls) => {
    void controls.as('ann', async () => {
      await immediate()
      throw new Error('lost')
    })
    await sleep(5)
    await new Promise(() => {})
  })
  expect(leftovers).toMatchObject([{ kind: 'rejection', what: expect.stringContaining('lost') }])
})

const turns = async (count: number, ms: number): Promise<void> => {
  for (let i = 0; i < count; i++) await sleep(ms)
}

test('an interval beside a body that never settles is stuck', async () => {
  const tick = async () => {
    for (;;) await sleep(100)
  }
  const never = await run(async () => {
    void tick()
    await new Promise(() => {})
  })
  expect(never.end.kind).toBe('stuck')
})

test.each<[string, () => Promise<unknown>]>([
  ['counts short turns', () => turns(2000, 100)],
  ['counts long turns', () => turns(2160, 5000)],
  [
    'polls until a deadline',
    async () => {
      const untilMs = Date.now() + 3_600_000
      while (Date.now() < untilMs) await sleep(1000)
    },
  ],
  [
    'waits for an interval that ends itself',
    () =>
      new Promise<void>((resolve) => {
        let left = 3000
        const timer = setInterval(() => {
          if (--left > 0) return
          clearInterval(timer)
          resolve()
        }, 1000)
      }),
  ],
])('a caller that %s waits, however long it does, and is never stuck', async (_, caller) => {
  const { end } = await run((controls: Controls) => Promise.all([controls.as('ann', caller), controls.as('bob', caller)]))
  expect(end.kind).toBe('completed')
})

test('what looks at the clock at each beat is stuck once half a day has passed beside a body that never settles', async () => {
  let last = 0
  const { end } = await run(async () => {
    setInterval(() => (last = Date.now()), 30_000)
    await new Promise(() => {})
  })
  expect([end.kind, last > 0]).toEqual(['stuck', true])
})

test('short intervals beside a body that never settles are stuck too: they use up the steps long before ten minutes', async () => {
  const beside = async (work: () => void) => {
    const { end } = await run(async () => {
      for (const ms of [1, 2, 3]) setInterval(work, ms)
      await new Promise(() => {})
    })
    return end.kind
  }
  expect(await beside(() => {})).toBe('stuck')
  // Whoever looks at the clock may be waiting for a deadline.
  expect(await beside(() => Date.now())).toBe('limit')
  const polls = await run(async () => {
    const untilMs = Date.now() + 40_000
    while (Date.now() < untilMs) await sleep(1)
  })
  expect(polls.end.kind).toBe('completed')
})

test('somebody who listens for standstills and gives up nothing does not keep an interval going', async () => {
  const { end, stats } = await run(async (controls: Controls) => {
    controls.atStandstill(() => false)
    setInterval(() => {}, 1000)
    await new Promise(() => {})
  })
  expect(end.kind).toBe('stuck')
  expect(stats.atMs).toBeGreaterThan(12 * 3_600_000)
})

test('what a fault has swallowed is given up long before the limits, whatever interval runs beside it', async () => {
  const { end, stats } = await run(async (controls: Controls) => {
    setInterval(() => {}, 1000)
    await new Promise<void>((resolve) =>
      controls.atStandstill(() => {
        resolve()
        return true
      }),
    )
  })
  expect(end.kind).toBe('completed')
  expect(stats.steps).toBeLessThan(1100)
})

test('with only unreferenced timers left a bare process would exit: stuck', async () => {
  const { end } = await run(
    () => new Promise<void>((resolve) => kernel().armTimer({ ms: 1000, fire: resolve, referenced: false })),
  )
  expect(end.kind).toBe('stuck')
})

test('an unreferenced timer that is due before I/O of the same turn is not all that is left', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const { end } = await run(async () => {
      kernel().armTimer({ ms: 1, fire: () => {}, referenced: false })
      // A step of I/O ends past the timer (one of two options, so 20 seeds without it have a chance of 2^-20), and starts another one.
      await io()
      await io()
    }, randomWalk(seed))
    expect([seed, end]).toEqual([seed, { kind: 'completed', message: '' }])
  }
})

test('a runaway subject ends at the limit of steps or of virtual time, with the busiest tasks', async () => {
  const spin = async () => {
    for (;;) await immediate()
  }
  const { end, stats } = await run(spin, randomWalk(1), { limits: { ...DEFAULT_LIMITS, steps: 500 } })
  expect(end).toMatchObject({
    kind: 'limit',
    message: expect.stringMatching(/^500 steps used up; busiest: main\/\d+: \d+ steps/),
  })
  expect(stats.steps).toBe(500)
  expect(end.waiting?.[0]).toMatch(/^main\/\d+: \d+ steps$/)
  const nap = async () => {
    for (;;) await sleep(3_600_000).then(() => new Promise<void>((resolve) => void kernel().once('io', 'x', resolve)))
  }
  const used = async (virtualMs: number) =>
    (await run(nap, randomWalk(1), { limits: { ...DEFAULT_LIMITS, virtualMs } })).end.message.split(';')[0]
  expect((await run(nap)).end.message).toMatch(/^24 hours of virtual time used up; busiest: main\/\d+: \d+ steps/)
  expect(await used(3_600_000)).toBe('1 hour of virtual time used up')
  expect(await used(5_400_000)).toBe('90 minutes of virtual time used up')
  expect(await used(1500)).toBe('1500 ms of virtual time used up')
})

test('a standstill is offered to whoever can give up, before a deadlock is claimed', async () => {
  const { end } = await run(
    (controls: Controls) =>
      new Promise<void>((resolve) => {
        controls.atStandstill(() => {
          resolve()
          return true
        })
      }),
  )
  expect(end.kind).toBe('completed')
})

test('what comes next may wait for the same silence: it is given up as well, though nothing has moved in between', async () => {
  const given: string[] = []
  const { end } = await run(async (controls: Controls) => {
    const swallowed = (what: string): Promise<void> =>
      new Promise((resolve) =>
        controls.atStandstill(() => {
          if (given.includes(what)) return false
          given.push(what)
          resolve()
          return true
        }),
      )
    for (const what of ['call', 'observe', 'close']) await swallowed(what)
  })
  expect([end.kind, given]).toEqual(['completed', ['call', 'observe', 'close']])
})

test('a standstill at which nobody gives up anything is one, even where a timer is left that cannot fire', async () => {
  let asked = 0
  const { end } = await run(async (controls: Controls) => {
    controls.atStandstill(() => ++asked > 10)
    setTimeout(() => {}, 10).unref()
    await new Promise(() => {})
  })
  expect(end.kind).toBe('stuck')
  expect(asked).toBe(1)
})

test('what is left is counted, then destroyed, timers run out, and nothing of it runs in the next execution', async () => {
  const log: string[] = []
  const { leftovers } = await run(async () => {
    void sleep(60_000).then(() => log.push('late timer'))
    const held = kernel().hold({
      kind: 'socket',
      what: 'rpc',
      referenced: true,
      destroy() {
        kernel().once('close', 'rpc', () => {
          log.push('closed')
          held.remove()
          void sleep(5).then(() => log.push('reconnected'))
        })
      },
    })
  })
  expect(leftovers.map(({ kind, what }) => `${kind} ${what}`).sort()).toEqual(['socket rpc', 'timer timer 60000 ms'])
  expect(log).toEqual(['closed', 'late timer'])
  expect((await run(async () => sleep(120_000))).leftovers).toEqual([])
  expect(log).toEqual(['closed', 'late timer'])
})

test('what ends by itself within a second is no leftover', async () => {
  const { leftovers } = await run(async () => {
    void sleep(5).then(() => immediate())
  })
  expect(leftovers).toEqual([])
})

test('clean-ups run after the leftovers are counted, the last one first', async () => {
  const order: string[] = []
  await run(async (controls: Controls) => {
    controls.atEnd(async () => {
      await sleep(3)
      order.push('first')
    })
    controls.atEnd(() => void order.push('second'))
  })
  expect(order).toEqual(['second', 'first'])
})

test('two executions asked for at once run one after the other', async () => {
  const log: string[] = []
  const body = (name: string) => async () => {
    log.push(`${name} starts`)
    await sleep(10)
    log.push(`${name} ends`)
  }
  await Promise.all([run(body('a')), run(body('b')), run(body('c'))])
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})

test("a body that throws an error of the harness's own says nothing about the subject: the execution is refused", async () => {
  const refused = run(async () => {
    await immediate()
    throw new HarnessError('TOOL_NOT_IMMEDIATE', 'the tool function read did not settle at once')
  })
  await expect(refused).rejects.toMatchObject({ code: 'TOOL_NOT_IMMEDIATE' })
})

test('what cannot be looked at can be thrown: from the body, from a timer, as a rejection', async () => {
  const refuse = (): never => {
    throw new Error('not to be looked at')
  }
  const hostile = new Proxy(new Error('x'), { get: refuse, getPrototypeOf: refuse, ownKeys: refuse })
  const { end, leftovers } = await run(async () => {
    setTimeout(() => {
      throw hostile
    }, 1)
    Promise.reject(hostile)
    await sleep(2)
    throw hostile
  })
  expect(end).toMatchObject({ kind: 'threw', message: 'unreadable' })
  expect(leftovers.map(({ kind, what }) => `${kind}: ${what}`)).toEqual(['rejection: unreadable', 'error: unreadable'])
})
