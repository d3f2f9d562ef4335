// A scripted peer, over real sockets: what it says by phase, and what may go wrong in each.
import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { scriptedPeer } from '../../harness/dispatchers/scripted-peer.js'
import { constant, echo } from '../../harness/dispatchers/tools.js'
import { brief, serve } from './bench.js'

const peer = scriptedPeer({
  protocol: 'resp',
  phases: {
    multi: { says: constant('OK') },
    queued: { says: constant('QUEUED'), may: ['disconnect', 'half-open'] },
    exec: { says: echo(), may: ['drop'], delay: 'uniform:0..2' },
  },
})

/** All that comes back to a transaction, until the connection ends or nothing has come for a while of turns. */
const transaction = async (script: Readonly<Record<string, readonly string[]>>) => {
  const bench = await serve(peer, script)
  const { port } = bench.address as { port: number }
  const socket = net.connect(port)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.end('multi\r\nset k v\r\nexec\r\n')
  return { ...bench, socket, said: () => text }
}

test('each phase says what stands in the script, and what may happen is asked', async () => {
  const { socket, said, asked } = await transaction({})
  await once(socket, 'close')
  expect(said()).toBe('+OK\r\n+QUEUED\r\n*1\r\n*3\r\n$3\r\nset\r\n$1\r\nk\r\n$1\r\nv\r\n')
  expect(asked).toEqual([
    'fault fault queued: none|disconnect|half-open',
    'fault fault exec: none|drop',
    expect.stringContaining('delay delay exec: '),
  ])
})

test('a connection is lost after all that was said before, and what comes next is lost with it', async () => {
  const { socket, said, events } = await transaction({ 'fault queued': ['disconnect'] })
  await once(socket, 'close')
  expect(said()).toBe('+OK\r\n')
  expect(events.map(brief)).toContainEqual(expect.stringContaining('disconnect'))
})

test('a phase that is dropped is served, and not answered', async () => {
  const { socket, said } = await transaction({ 'fault exec': ['drop'] })
  await once(socket, 'close')
  expect(said()).toBe('+OK\r\n+QUEUED\r\n')
})

test('phases that remember are made anew for each peer', () => {
  let made = 0
  const { tools } = scriptedPeer({
    protocol: 'json',
    transport: 'uds',
    phases: () => {
      const seq = ++made
      return { hello: { says: () => seq, may: ['half-open'] } }
    },
  })
  if (typeof tools !== 'function') throw new TypeError('tools that remember are a function')
  expect(tools()).not.toBe(tools())
})

test('a peer without phases, or with a delay that is none, is refused', () => {
  expect(() => scriptedPeer({ protocol: 'resp', phases: {} })).toThrow('BAD_OPTION')
  expect(() => scriptedPeer({ protocol: 'resp', phases: { get: { says: echo(), delay: 'soon' } } })).toThrow('BAD_OPTION')
})
