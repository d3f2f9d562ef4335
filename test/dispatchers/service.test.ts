// Service over real sockets: orders, ids, sizes, connections, and what the history says of them.
import { existsSync } from 'node:fs'
import net from 'node:net'
import { describe, expect, it } from 'vitest'
import type { DispatcherSpec } from '../../harness/core/dispatcher-spec.js'
import { oneOf } from '../../harness/dispatchers/delay-profiles.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { serveDispatcher } from '../../harness/dispatchers/serve-dispatcher.js'
import { constant, echo } from '../../harness/dispatchers/tools.js'
import { brief, connect, createRecorder, placeFor, scripted, serve } from './bench.js'

const ask = (tag: string, id?: string) => ({ tool: 'terminal', args: { tag }, ...(id === undefined ? {} : { id }) })
const slowThenFast = oneOf(0, 30)
/** The first request is slow, the second is not. */
const script = { 'delay terminal': ['30 ms', '0 ms'] }
const orders = (service: 'fifo' | 'concurrent', transport: 'uds' | 'tcp'): DispatcherSpec =>
  mockDispatcher({ tools: { terminal: echo() }, delay: slowThenFast, service, transport })

describe.each(['uds', 'tcp'] as const)('service over %s', (transport) => {
  it('in turn answers in the order of the requests, one at a time', async () => {
    const { address, events, asked } = await serve(orders('fifo', transport), script)
    const client = await connect(address)
    client.send(ask('one'), ask('two'))
    expect(await client.next(2)).toEqual([{ result: { tag: 'one' } }, { result: { tag: 'two' } }])
    expect(events.map(brief)).toEqual(['invoke terminal c1/1', 'invoke terminal c1/2', 'ok terminal c1/1', 'ok terminal c1/2'])
    expect(asked).toEqual(['delay delay terminal: 0 ms|30 ms', 'delay delay terminal: 0 ms|30 ms'])
  })

  it('at once answers what is ready first, with the ids that tell', async () => {
    const { address, events } = await serve(orders('concurrent', transport), script)
    const client = await connect(address)
    client.send(ask('one', 'a'), ask('two', 'b'))
    expect(await client.next(2)).toEqual([
      { id: 'b', result: { tag: 'two' } },
      { id: 'a', result: { tag: 'one' } },
    ])
    expect(events.map(({ type, call, input, output }) => [type, call, input ?? output])).toEqual([
      ['invoke', 1, { tag: 'one' }],
      ['invoke', 2, { tag: 'two' }],
      ['ok', 2, { tag: 'two' }],
      ['ok', 1, { tag: 'one' }],
    ])
  })

  it('in turn is by connection: a slow one holds no other up', async () => {
    const { address, events } = await serve(orders('fifo', transport), script)
    const [one, two] = [await connect(address), await connect(address)]
    one.send(ask('one'))
    two.send(ask('two'))
    expect(await Promise.all([one.next(1), two.next(1)])).toEqual([[{ result: { tag: 'one' } }], [{ result: { tag: 'two' } }]])
    expect(new Set(events.map(({ via }) => via?.connection))).toEqual(new Set(['c1', 'c2']))
  })

  it.each([65_535, 65_536, 65_537, 1_048_576])(
    'sends answers of exactly %i bytes whole, and the next one after them',
    async (size) => {
      const empty = '{"result":""}\n'.length
      const text = 'é'.repeat((size - empty) >> 1) + 'x'.repeat((size - empty) % 2)
      const { address } = await serve(mockDispatcher({ tools: { big: constant(text), terminal: echo() }, transport }))
      const client = await connect(address)
      const before = client.socket.bytesRead
      client.send({ tool: 'big' })
      expect(await client.next(1)).toEqual([{ result: text }])
      expect(client.socket.bytesRead - before).toBe(size)
      client.send(ask('after'))
      expect(await client.next(1)).toEqual([{ result: { tag: 'after' } }])
    },
  )

  it('takes requests cut at any byte', async () => {
    const { address } = await serve(mockDispatcher({ tools: { terminal: echo() }, transport }))
    const client = await connect(address)
    client.socket.setNoDelay(true)
    for (const byte of Buffer.from(`${JSON.stringify(ask('漢字é'))}\n`)) {
      await new Promise((written) => client.socket.write(Uint8Array.of(byte), written))
    }
    expect(await client.next(1)).toEqual([{ result: { tag: '漢字é' } }])
  })

  it('leaves a second connection unaccepted where one is allowed', async () => {
    const { address, events } = await serve(mockDispatcher({ tools: { terminal: echo() }, connections: 'one', transport }))
    const [one, two] = [await connect(address), await connect(address)]
    two.send(ask('two'))
    for (let i = 0; i < 20; i++) {
      one.send(ask(`one ${i}`))
      await one.next(1)
    }
    one.socket.destroy()
    await one.closed
    const three = await connect(address)
    three.send(ask('three'))
    expect([two.received, three.received, two.socket.destroyed]).toEqual([[], [], false])
    expect(new Set(events.map(({ via }) => via?.connection))).toEqual(new Set(['c1']))
  })

  it('accepts one connection at a time, in the order in which they came; who has left meanwhile is forgotten', async () => {
    const spec = mockDispatcher({ tools: { terminal: echo() }, connections: 'one-at-a-time', transport })
    const { address, events } = await serve(spec)
    const [one, two, three] = [await connect(address), await connect(address), await connect(address)]
    two.socket.destroy()
    three.send(ask('three'))
    one.send(ask('one'))
    expect(await one.next(1)).toEqual([{ result: { tag: 'one' } }])
    expect(three.received).toEqual([])
    one.socket.destroy()
    expect(await three.next(1)).toEqual([{ result: { tag: 'three' } }])
    const answered = events.filter(({ type }) => type === 'ok').map(({ output }) => output)
    expect(answered).toEqual([{ tag: 'one' }, { tag: 'three' }])
  })

  it('still answers a client that has ended its side', async () => {
    const { address } = await serve(orders('fifo', transport), script)
    const client = await connect(address)
    client.send(ask('one'), ask('two'))
    client.socket.end()
    expect(await client.next(2)).toHaveLength(2)
    await client.closed
  })

  it('outlives a client that goes while its answers are pending', async () => {
    // The client goes at the moment at which the delay of its first request is drawn.
    const leave: { now: () => void } = { now: () => {} }
    const decide = (): number => {
      leave.now()
      return 1
    }
    const spec = mockDispatcher({
      tools: { terminal: echo(), big: constant('x'.repeat(1 << 20)) },
      delay: oneOf(0, 10),
      transport,
    })
    const { address, events } = await serve(spec, {}, { decide })
    const client = await connect(address)
    leave.now = () => void client.socket.destroy()
    client.send({ tool: 'big' }, { tool: 'big' }, ask('last'))
    while (events.length < 6) await new Promise(setImmediate)
    const other = await connect(address)
    other.send(ask('other'))
    expect(await other.next(1)).toEqual([{ result: { tag: 'other' } }])
  })
})

describe('a dispatcher', () => {
  it('may answer a JSON string that holds the JSON', async () => {
    const { address } = await serve(mockDispatcher({ tools: { terminal: echo() }, answers: 'json-in-string' }))
    const client = await connect(address)
    client.send(ask('"é\n'))
    const [answer] = await client.next(1)
    expect(typeof answer).toBe('string')
    expect(JSON.parse(answer as string)).toEqual({ result: { tag: '"é\n' } })
  })

  it('may answer so for some tools', async () => {
    const tools = { terminal: echo(), other: echo() }
    const { address } = await serve(mockDispatcher({ tools, answersBy: { other: 'json-in-string' } }))
    const client = await connect(address)
    client.send(ask('x'), { tool: 'other', args: 1 })
    expect(await client.next(2)).toEqual([{ result: { tag: 'x' } }, '{"result":1}'])
    expect(() => mockDispatcher({ tools, answersBy: { missing: 'json' } })).toThrow('names a tool that it does not have')
  })

  it('has no choices where there is one delay and no fault', async () => {
    const { address, asked } = await serve(mockDispatcher({ tools: { terminal: echo() }, delay: 1 }))
    const client = await connect(address)
    client.send(ask('x'))
    await client.next(1)
    expect(asked).toEqual([])
  })

  it('leaves neither socket file nor connection nor pending answer behind when it is closed', async () => {
    const listenAt = await placeFor('uds')
    const recorder = createRecorder()
    const spec = mockDispatcher({ tools: { slow: echo() }, delay: 3_600_000 })
    const dispatcher = await serveDispatcher(spec, { ...scripted(), recorder, listenAt })
    const client = await connect(dispatcher.address)
    client.send({ tool: 'slow' })
    while (recorder.events.length === 0) await new Promise(setImmediate)
    await dispatcher.close()
    await dispatcher.close()
    await client.closed
    expect(client.received).toEqual([])
    expect(listenAt.transport === 'uds' && existsSync(listenAt.path)).toBe(false)
  })

  it('says so where it cannot listen', async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as net.AddressInfo
    const listenAt = { transport: 'tcp' as const, host: '127.0.0.1', port }
    const spec = mockDispatcher({ tools: { terminal: echo() } })
    await expect(serveDispatcher(spec, { ...scripted(), recorder: createRecorder(), listenAt })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    await new Promise((resolve) => server.close(resolve))
  })

  it.each([
    ['no tool', () => mockDispatcher({ tools: {} })],
    ['an unknown tool allowed', () => mockDispatcher({ tools: { a: echo() }, allow: ['b'] })],
    ['an unknown tool delayed', () => mockDispatcher({ tools: { a: echo() }, delays: { b: 1 } })],
    ['an unknown tool at fault', () => mockDispatcher({ tools: { a: echo() }, faults: [{ fault: 'drop', tool: 'b' }] })],
    [
      'a cut connection of files',
      () => mockDispatcher({ tools: { a: echo() }, transport: 'file', faults: [{ fault: 'disconnect' }] }),
    ],
    ['a negative delay', () => mockDispatcher({ tools: { a: echo() }, delay: -1 })],
  ])('is refused with %s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
  })
})
