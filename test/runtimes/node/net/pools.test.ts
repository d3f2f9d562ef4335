// What node:http and fetch keep beside the code that uses them does not reach the next execution, and nothing of it is simulated outside.
// Packages under random schedules: test/packages.
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { turn } from '../../../../harness/runtimes/node/kernel/drain.js'
import { isWithout } from '../../../../harness/runtimes/node/without.js'
import { randomWalk, run } from '../../../support/run.js'

const SCHEDULES = 200

const port = (server: net.Server): number => (server.address() as net.AddressInfo).port

test('a second fetch to the same port in the next execution works', async () => {
  const body = async () => {
    const server = http.createServer((_request, response) => response.end('hello')).listen(4000)
    await once(server, 'listening')
    for (let i = 0; i < 2; i++) expect(await (await fetch('http://localhost:4000/')).text()).toBe('hello')
    expect(port(server)).toBe(4000)
    // Nothing is closed: that is up to the teardown.
  }
  for (let seed = 0; seed < SCHEDULES; seed++) {
    const { end } = await run(body, randomWalk(seed))
    expect([seed, end]).toEqual([seed, { kind: 'completed', message: '' }])
  }
})

test('the global agent keeps no socket of an earlier execution', async () => {
  const body = async () => {
    const server = http.createServer((_request, response) => response.end('hello')).listen(4001)
    await once(server, 'listening')
    for (let i = 0; i < 2; i++) {
      const [response] = (await once(http.get('http://localhost:4001/'), 'response')) as [http.IncomingMessage]
      response.resume()
      await once(response, 'end')
    }
  }
  for (let seed = 0; seed < SCHEDULES; seed++) {
    const { end } = await run(body, randomWalk(seed))
    expect([seed, end]).toEqual([seed, { kind: 'completed', message: '' }])
    expect(Object.keys(http.globalAgent.freeSockets)).toEqual([])
    expect(Object.keys(http.globalAgent.sockets)).toEqual([])
  }
})

// In turns of the real loop finalizers run, whatever runs beside them.
test.skipIf(isWithout('drain'))('a response that nobody reads moves nothing when it is collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let collects = false
  let collected = 0
  const registry = new FinalizationRegistry(() => collected++)
  const body = async () => {
    const server = http.createServer((_request, response) => response.end('x'.repeat(100_000))).listen(4002)
    await once(server, 'listening')
    await Promise.all([1, 2, 3].map(async () => registry.register(await fetch('http://localhost:4002/'), '')))
    if (collects) collect()
    await Promise.all([1, 2, 3].map(async () => (await fetch('http://localhost:4002/')).text()))
    server.closeAllConnections()
  }
  const traces = async (): Promise<number[]> => {
    const hashes: number[] = []
    for (let seed = 0; seed < 20; seed++) {
      const { end, traceHash } = await run(body, randomWalk(seed))
      expect([seed, end]).toEqual([seed, { kind: 'completed', message: '' }])
      hashes.push(traceHash)
      // Finalizers run in turns of the real loop.
      await turn()
    }
    return hashes
  }
  await run(body)
  const before = await traces()
  collects = true
  expect(await traces()).toEqual(before)
  expect(collected).toBeGreaterThan(20)
})

test('a real server outside is untouched by all this', async () => {
  const server = net.createServer((socket) => socket.end('real')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = net.connect(port(server), '127.0.0.1')
  const [data] = (await once(client, 'data')) as [Buffer]
  expect(String(data)).toBe('real')
  client.destroy()
  server.close()
})
