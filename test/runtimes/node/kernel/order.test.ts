// What the kernel may reorder, and what it never does. Each count is over seeds that are fixed, so a result is a fact, not a chance.
import { expect, test } from 'vitest'
import type { Controls } from '../../../../harness/core/runtime.js'
import { immediate, kernel, outcomes, run, sleep } from '../../../support/run.js'

const io = (what = 'io'): Promise<void> => new Promise((resolve) => void kernel().once('io', what, resolve))

test('the calmest schedule runs completions in the order of their arrival', async () => {
  const order: string[] = []
  const body = async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => io(name).then(() => order.push(name))))
  }
  await run(body)
  expect(order).toEqual(['a', 'b', 'c'])
})

test('completions of different channels come in any order, those of one channel in theirs', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    const order: string[] = []
    const one = kernel().channel('io', 'one')
    const on = (name: string) =>
      new Promise<void>(
        (resolve) =>
          void kernel().post(one, () => {
            order.push(name)
            resolve()
          }),
      )
    await Promise.all([on('1'), on('2'), on('3'), io('x').then(() => order.push('x'))])
    say(order.join(''))
  }
  // Four places for x, each taken with probability 1/2, 1/4, 1/8, 1/8: all four miss 200 seeds with less than 1e-10.
  expect(Object.keys(await outcomes(200, body)).sort()).toEqual(['123x', '12x3', '1x23', 'x123'])
})

test('an immediate set in a completion comes before timers that are not due and before I/O started in that completion', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    const order: string[] = []
    await io()
    await Promise.all([
      sleep(1).then(() => order.push('timer')),
      io().then(() => order.push('io')),
      immediate().then(() => order.push('immediate')),
    ])
    say(order[0] as string)
  }
  expect(await outcomes(500, body)).toEqual({ immediate: 500 })
})

test('close callbacks come after pending immediates, the last one closed first', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    const order: string[] = []
    const close = (name: string) =>
      new Promise<void>(
        (resolve) =>
          void kernel().once('close', name, () => {
            order.push(name)
            resolve()
          }),
      )
    await io()
    await Promise.all([close('a'), close('b'), immediate().then(() => order.push('immediate'))])
    say(order.join())
  }
  expect(await outcomes(500, body)).toEqual({ 'immediate,b,a': 500 })
})

test('timers of one duration keep their order; a timer never overtakes one that is due earlier', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    const order: string[] = []
    await Promise.all([
      sleep(20).then(() => order.push('20')),
      sleep(10).then(() => order.push('10a')),
      sleep(10).then(() => order.push('10b')),
      io().then(() => io()),
    ])
    say(order.join())
  }
  expect(await outcomes(300, body)).toEqual({ '10a,10b,20': 300 })
})

test('a 3 s time-out over 100 completions beside a 100 ms heartbeat never fires: lateness is a budget', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    let fired = false
    let beating = true
    const beat = async () => {
      while (beating) await sleep(100)
    }
    const beats = beat()
    void sleep(3000).then(() => (fired = true))
    for (let i = 0; i < 100; i++) await io()
    say(fired ? 'fired' : 'in time')
    beating = false
    await beats
  }
  expect(await outcomes(500, body)).toEqual({ 'in time': 500 })
})

test('a completion that takes a while lets a later, shorter timer lose: both orders are found', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    const order: string[] = []
    const a = sleep(10).then(() => order.push('A'))
    await io()
    order.push('io')
    await sleep(5)
    order.push('B')
    await a
    say(order.join('<'))
  }
  const found = await outcomes(200, body)
  expect(found['io<B<A']).toBeGreaterThan(0)
  expect(found['io<A<B']).toBeGreaterThan(0)
})

test('a loop of immediates sees its timer, and a busy poll its writer', async () => {
  const spin = (say: (outcome: string) => void) => async () => {
    let done = false
    void sleep(10).then(() => (done = true))
    while (!done) await immediate()
    say('ended')
  }
  expect(await outcomes(50, spin)).toEqual({ ended: 50 })
  const poll = (say: (outcome: string) => void) => async () => {
    let written = false
    const reader = async () => {
      while (!written) await io('read')
    }
    const writer = io('write').then(() => (written = true))
    await Promise.all([reader(), writer])
    say('ended')
  }
  expect(await outcomes(50, poll)).toEqual({ ended: 50 })
  // A policy that prefers the reader for ever is overruled once the writer has been ready for longer than ioLatencyMs.
  const held = { seed: 0, deviations: [{ hold: 'main/1|write|1', until: 'last' as const }], pick: 'first' as const }
  const { end, stats } = await run(
    poll(() => {}),
    held,
  )
  expect(end.kind).toBe('completed')
  expect(stats.atMs).toBeGreaterThan(100)
})

test('at most four pool operations are in flight: the fifth to eighth is never the first to complete', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    const order: number[] = []
    const operation = (i: number) =>
      new Promise<void>((resolve) =>
        kernel().poolOperation(
          'work',
          null,
          () => {},
          () => {
            order.push(i)
            resolve()
          },
        ),
      )
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(operation))
    say(String(order[0]))
  }
  // Each of the four is first with about 1/4: all are seen in 500 seeds but for less than 1e-50.
  expect(Object.keys(await outcomes(500, body)).sort()).toEqual(['0', '1', '2', '3'])
})

test('an effect and its completion are separate steps, and both orders of two operations are found', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    const effects: string[] = []
    const dones: string[] = []
    const operation = (name: string) =>
      new Promise<void>((resolve) =>
        kernel().poolOperation(
          'work',
          null,
          () => void effects.push(name),
          () => {
            dones.push(name)
            resolve()
          },
        ),
      )
    await Promise.all([operation('a'), operation('b')])
    say(`${effects.join('')} ${dones.join('')}`)
  }
  expect(Object.keys(await outcomes(200, body)).sort()).toEqual(['ab ab', 'ab ba', 'ba ab', 'ba ba'])
})

test('what the rest of a split chunk leaves stays at the head of its channel', async () => {
  const body = (say: (outcome: string) => void) => async () => {
    const order: string[] = []
    const channel = kernel().channel('io', 'bytes')
    await new Promise<void>((resolve) => {
      kernel().post(channel, () => {
        order.push('a1')
        kernel().postFirst(channel, () => void order.push('a2'))
      })
      kernel().post(channel, () => {
        order.push('b')
        resolve()
      })
    })
    say(order.join())
  }
  expect(await outcomes(50, body)).toEqual({ 'a1,a2,b': 50 })
})

test('the clock of an execution starts at nought and is the same in every execution', async () => {
  const seen: number[] = []
  const body = async (controls: Controls) => {
    await sleep(1234)
    seen.push(controls.nowMs())
  }
  await run(body)
  await run(body)
  expect(seen[0]).toBeGreaterThanOrEqual(1234)
  expect(seen[1]).toBe(seen[0])
})
