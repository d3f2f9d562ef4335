// What parity with real Node does not show: ports beside other I/O, ports that outlive an execution, what is left over.
import { once } from 'node:events'
import { BroadcastChannel as NamedBroadcast, MessageChannel as NamedChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { inside } from '../../../../support/inside.js'
import { io } from '../../../../support/io.js'
import { outcomes, run } from '../../../../support/run.js'

// As a module of the subject would: a scheduler that yields through a channel of its own.
const scheduler = new MessageChannel()
const work: (() => void)[] = []
scheduler.port1.on('message', () => work.shift()?.())
scheduler.port1.unref()
const soon = (): Promise<void> =>
  new Promise((resolve) => {
    work.push(resolve)
    scheduler.port2.postMessage(null)
  })

test('a message and other I/O come in any order; the immediates of the next turn never overtake the message', async () => {
  const counts = await outcomes(300, (say) => async () => {
    const order: string[] = []
    const { port1, port2 } = new MessageChannel()
    const message = once(port2, 'message').then(() => order.push('message'))
    await io()
    port1.postMessage('x')
    setImmediate(() => {
      order.push('immediate')
      setImmediate(() => order.push('next immediate'))
    })
    await Promise.all([message, io().then(() => order.push('io'))])
    port1.close()
    await new Promise((resolve) => setTimeout(resolve, 1))
    say(order.join())
  })
  expect(Object.keys(counts).sort()).toEqual([
    'immediate,io,message,next immediate',
    'immediate,message,io,next immediate',
    'immediate,message,next immediate,io',
  ])
})

test('a channel that is left open is a leftover; a listener makes it a referenced one', async () => {
  const listened = await run(() => void new MessageChannel().port1.on('message', () => {}))
  expect(listened.leftovers).toEqual([{ kind: 'port', what: 'MessageChannel', actor: 'main', referenced: true }])
  const silent = await run(() => void new MessageChannel())
  expect(silent.leftovers.map(({ referenced }) => referenced)).toEqual([false])
  const closed = await run(async () => {
    const { port1, port2 } = new MessageChannel()
    port1.close()
    await once(port2, 'close')
  })
  expect(closed.leftovers).toEqual([])
})

test('an open port keeps the body waiting: a deadlock, for no message can come any more', async () => {
  const { end } = await run(() => new Promise((resolve) => new MessageChannel().port1.on('message', resolve)))
  expect(end.kind).toBe('deadlock')
})

test('a channel of a module that was loaded before works inside, again and again, and outside', async () => {
  for (let i = 0; i < 3; i++) {
    await inside(async () => {
      await Promise.all([soon(), soon()])
    })
    await soon()
  }
  expect(work).toEqual([])
})

test('a channel of an earlier execution works in the next one, and outside', async () => {
  const got: unknown[] = []
  const { port1, port2 } = await inside(() => {
    const channel = new MessageChannel()
    channel.port2.on('message', (message) => got.push(message))
    channel.port1.postMessage('first')
    return channel
  })
  await inside(async () => {
    port1.postMessage('second')
    await once(port2, 'message')
  })
  port1.postMessage('outside')
  await once(port2, 'message')
  expect(got).toEqual(['first', 'second', 'outside'])
})

test('what a listener throws is an error of the execution, and the next message comes all the same', async () => {
  const got: unknown[] = []
  const { end, leftovers } = await run(async () => {
    const { port1, port2 } = new MessageChannel()
    port2.on('message', (message) => {
      got.push(message)
      if (message === 'a') throw new Error('in listener')
      port1.close()
    })
    port1.postMessage('a')
    port1.postMessage('b')
    await once(port2, 'close')
  })
  expect([end.kind, got]).toEqual(['completed', ['a', 'b']])
  expect(leftovers.map(({ kind, what }) => [kind, what])).toEqual([['error', 'Error: in listener']])
})

test('a thousand messages and more keep their order', async () => {
  const got = await inside(async () => {
    const { port1, port2 } = new MessageChannel()
    const numbers: number[] = []
    port2.on('message', (n: number) => numbers.push(n))
    for (let n = 0; n < 2500; n++) port1.postMessage(n)
    port1.close()
    await once(port2, 'close')
    return numbers
  })
  expect(got).toEqual(Array.from({ length: 2500 }, (_, n) => n))
})

test('globals and node:worker_threads are the same; prototypes and instanceof stay', async () => {
  expect(NamedChannel).toBe(globalThis.MessageChannel)
  const seen = await inside(() => {
    const channel = new NamedChannel()
    return [channel instanceof MessageChannel, channel.port1 instanceof MessagePort, Object.keys(channel)]
  })
  expect(seen).toEqual([true, true, ['port1', 'port2']])
  await expect(run(() => void new NamedBroadcast('x'))).rejects.toMatchObject({ code: 'REAL_IO_ESCAPED' })
})
