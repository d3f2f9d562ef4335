// Faults over real sockets: each does what it says, only where it was chosen, and at most as often as it may.
import { describe, expect, it } from 'vitest'
import type { FaultRule } from '../../harness/core/dispatcher-spec.js'
import { never } from '../../harness/dispatchers/delay-profiles.js'
import {
  crashes,
  disconnects,
  drops,
  duplicates,
  errors,
  garbles,
  halfOpens,
  parseFault,
  printFault,
} from '../../harness/dispatchers/faults.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { echo } from '../../harness/dispatchers/tools.js'
import { brief, connect, serve } from './bench.js'

const ask = (tag: string, tool = 'terminal') => ({ tool, args: { tag } })
const answered = (tag: string) => ({ result: { tag } })
const withFaults = (...faults: FaultRule[]) => mockDispatcher({ tools: { terminal: echo(), other: echo() }, faults })
/** Strikes the second request of `terminal`. */
const second = (fault: string) => ({ 'fault terminal': ['none', fault] })

describe('faults', () => {
  it('strike nobody where the choices are calm, and ask by name', async () => {
    const { address, asked } = await serve(withFaults(drops({ tool: 'terminal' }), errors()))
    const client = await connect(address)
    client.send(ask('a'), ask('b', 'other'))
    expect(await client.next(2)).toEqual([answered('a'), answered('b')])
    expect(asked).toEqual(['fault fault terminal: none|drop|error', 'fault fault other: none|error'])
  })

  it('drop: the answer is lost, the service goes on', async () => {
    const { address, events } = await serve(withFaults(drops()), second('drop'))
    const client = await connect(address)
    client.send(ask('a'), ask('b'), ask('c'))
    expect(await client.next(2)).toEqual([answered('a'), answered('c')])
    expect(events.filter(({ type }) => type !== 'invoke').map(brief)).toEqual([
      'ok terminal c1/1',
      'info terminal c1/1: drop',
      'ok terminal c1/2',
    ])
  })

  it('duplicate: the answer comes twice', async () => {
    const { address, events } = await serve(withFaults(duplicates()), second('duplicate'))
    const client = await connect(address)
    client.send(ask('a'), ask('b'), ask('c'))
    expect(await client.next(4)).toEqual(['a', 'b', 'b', 'c'].map(answered))
    expect(events.filter(({ type }) => type === 'ok').map(({ call, via }) => [call, via?.message])).toEqual([
      [1, 1],
      [2, 2],
      [2, 3],
      [3, 4],
    ])
  })

  it('error: an error comes in the place of the answer', async () => {
    const { address } = await serve(withFaults(errors()), second('error'))
    const client = await connect(address)
    client.send(ask('a'), ask('b'), ask('c'))
    expect(await client.next(3)).toEqual([answered('a'), { error: { message: 'injected error' } }, answered('c')])
  })

  it('garble: what comes in the place of the answer is none', async () => {
    const { address, events } = await serve(withFaults(garbles()), second('garble'))
    const client = await connect(address)
    client.send(ask('a'), ask('b'), ask('c'))
    expect(await client.next(3)).toEqual([answered('a'), 'not JSON: {"result":', answered('c')])
    expect(events.filter(({ type }) => type !== 'invoke').map(brief)).toEqual([
      'ok terminal c1/1',
      'info terminal c1/2: garble',
      'ok terminal c1/3',
    ])
  })

  it('disconnect: the connection ends, with what waits on it; another one is served', async () => {
    const { address, events } = await serve(withFaults(disconnects()), second('disconnect'))
    const client = await connect(address)
    client.send(ask('a'), ask('b'), ask('c'))
    await client.closed
    expect(client.received).toEqual([answered('a')])
    const again = await connect(address)
    again.send(ask('d'))
    expect(await again.next(1)).toEqual([answered('d')])
    expect(events.filter(({ type }) => type === 'info').map(brief)).toEqual([
      'info terminal c1/1: disconnect',
      'info terminal c1/1: connection closed',
    ])
  })

  it('half-open: the connection stays, and is silent for ever; another one is served', async () => {
    const { address, events } = await serve(withFaults(halfOpens()), second('half-open'))
    const client = await connect(address)
    client.send(ask('a'), ask('b'))
    expect(await client.next(1)).toEqual([answered('a')])
    const again = await connect(address)
    client.send(ask('c'))
    again.send(ask('d'))
    expect(await again.next(1)).toEqual([answered('d')])
    expect([client.received.length, client.socket.destroyed]).toEqual([1, false])
    expect(events.filter(({ type }) => type === 'info').map(brief)).toEqual(['info terminal c1/1: half-open'])
  })

  it('crash: every connection ends and new ones are refused', async () => {
    let crashed = (): void => {}
    const gone = new Promise<void>((resolve) => {
      crashed = resolve
    })
    const { address } = await serve(withFaults(crashes()), second('crash'), { onCrash: crashed })
    const [one, two] = [await connect(address), await connect(address)]
    one.send(ask('a'), ask('b'))
    await Promise.all([one.closed, two.closed, gone])
    expect(one.received).toEqual([answered('a')])
    await expect(connect(address)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('strike at most as often as they may, one time without a number', async () => {
    const { address, asked } = await serve(withFaults(errors({ most: 2 }), drops()), {
      'fault terminal': ['error', 'drop', 'error', 'error'],
    })
    const client = await connect(address)
    client.send(...['a', 'b', 'c', 'd'].map((tag) => ask(tag)))
    const failed = { error: { message: 'injected error' } }
    expect(await client.next(3)).toEqual([failed, failed, answered('d')])
    expect(asked.map((line) => line.split(': ')[1])).toEqual(['none|error|drop', 'none|error|drop', 'none|error'])
  })

  it('never: no answer, and in turn nothing after it on that connection', async () => {
    const { address, events } = await serve(
      mockDispatcher({ tools: { terminal: echo(), other: echo() }, delays: { other: never() } }),
    )
    const [one, two] = [await connect(address), await connect(address)]
    one.send(ask('a'), ask('b', 'other'), ask('c'))
    expect(await one.next(1)).toEqual([answered('a')])
    two.send(ask('d'))
    expect(await two.next(1)).toEqual([answered('d')])
    expect(one.received).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'info').map(brief)).toEqual(['info other c1/1: never'])
  })

  it('are written on a command line as they are read', () => {
    for (const text of ['drop', 'half-open:terminal', 'error*3', 'duplicate:a b*2'])
      expect(printFault(parseFault(text))).toBe(text)
    expect(parseFault('drop:terminal*3')).toEqual(drops({ tool: 'terminal', most: 3 }))
    for (const text of ['', 'rain', 'drop*', 'drop:']) expect(() => parseFault(text)).toThrow(/BAD_OPTION/)
  })
})
