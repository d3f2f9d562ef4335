// A dispatcher that speaks RESP, over real sockets: commands however they are cut, phases of a transaction, what cannot be had.
import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { DispatcherAddress, DispatcherSpec } from '../../harness/core/dispatcher-spec.js'
import { disconnects, drops, halfOpens } from '../../harness/dispatchers/faults.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { constant, echo, rejects } from '../../harness/dispatchers/tools.js'
import { brief, serve } from './bench.js'

const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`

const tools = {
  get: echo(),
  ping: constant('PONG'),
  count: constant(3),
  none: constant(null),
  list: constant(['a', 1, null, ['OK']]),
  map: constant({ name: 'ann', age: 7 }),
  fail: rejects('WRONGTYPE not a list'),
  odd: rejects('two\r\nlines'),
  multi: constant('OK'),
  queued: constant('QUEUED'),
  exec: echo(),
  discard: constant('OK'),
}

const open = async (address: DispatcherAddress): Promise<net.Socket> => {
  const socket = net.connect((address as { path: string }).path)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Writes `pieces` one after the other and ends its side; gives all that comes back. */
const conversation = async (spec: Partial<DispatcherSpec>, ...pieces: (string | Buffer)[]): Promise<string> => {
  const { address } = await serve({ tools, protocol: 'resp', ...spec })
  const socket = await open(address)
  for (const piece of pieces) socket.write(piece)
  socket.end()
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk
  return answer
}

test.each<[string, string, string]>([
  ['a status', command('PING'), '+PONG\r\n'],
  ['a number', command('COUNT'), ':3\r\n'],
  ['nothing', command('none'), '$-1\r\n'],
  ['a list', command('list'), '*4\r\n$1\r\na\r\n:1\r\n$-1\r\n*1\r\n+OK\r\n'],
  ['names and values', command('map'), '*4\r\n$4\r\nname\r\n$3\r\nann\r\n$3\r\nage\r\n:7\r\n'],
  ['an error of its kind', command('fail'), '-WRONGTYPE not a list\r\n'],
  ['an error of one line', command('odd'), '-ERR two lines\r\n'],
  ['an error for what there is not', command('Flushall'), "-ERR unknown command 'flushall'\r\n"],
  ['its arguments', command('GET', 'k', 'é€'), '*2\r\n$1\r\nk\r\n$5\r\né€\r\n'],
  ['a line that a person types', 'get k\r\n', '*1\r\n$1\r\nk\r\n'],
  ['an error for an empty line', '\r\n', '-ERR malformed request: an empty command\r\n'],
])('a command is answered with %s', async (_what, sent, answer) => {
  expect(await conversation({}, sent)).toBe(answer)
})

test('commands that come byte by byte, or all at once, are answered in order', async () => {
  const all = [command('get', 'a'), command('get', 'é€'), command('ping')].join('')
  const whole = await conversation({}, all)
  expect(whole).toBe('*1\r\n$1\r\na\r\n*1\r\n$5\r\né€\r\n+PONG\r\n')
  expect(await conversation({}, ...[...Buffer.from(all)].map((byte) => Buffer.of(byte)))).toBe(whole)
})

test('the phases of a transaction are tools, and exec is told what was queued', async () => {
  const { address, events } = await serve({ tools, protocol: 'resp' })
  const socket = await open(address)
  for (const words of [['MULTI'], ['SET', 'k', 'v'], ['GET', 'k'], ['EXEC'], ['GET', 'k']]) socket.write(command(...words))
  socket.end()
  for await (const _ of socket);
  const asked = events.filter(({ type }) => type === 'invoke').map(({ op, input }) => [op, input])
  expect(asked).toEqual([
    ['multi', []],
    ['queued', ['set', 'k', 'v']],
    ['queued', ['get', 'k']],
    [
      'exec',
      [
        ['set', 'k', 'v'],
        ['get', 'k'],
      ],
    ],
    ['get', ['k']],
  ])
})

test('a fault strikes at the phase at which it is aimed', async () => {
  const faults = [drops({ tool: 'multi' }), halfOpens({ tool: 'queued' }), disconnects({ tool: 'exec' })]
  const { address, events, asked } = await serve({ tools, protocol: 'resp', faults }, { 'fault exec': ['disconnect'] })
  const socket = await open(address)
  for (const words of [['multi'], ['get', 'k'], ['exec']]) socket.write(command(...words))
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk
  expect(answer).toBe('+OK\r\n+QUEUED\r\n')
  expect(asked).toEqual([
    'fault fault multi: none|drop',
    'fault fault queued: none|half-open',
    'fault fault exec: none|disconnect',
  ])
  expect(events.map(brief)).toContain('info exec c1/2: disconnect')
})

test('files do not hold it', () => {
  const make = () => mockDispatcher({ tools, protocol: 'resp', transport: 'file' })
  expect(make).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
})
