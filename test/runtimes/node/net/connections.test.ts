// Connections as the operating system makes, keeps and breaks them: backlog, order, faults, what is left over.
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { expect, test } from 'vitest'
import type { NetFault } from '../../../../harness/core/runtime.js'
import { outcomes, randomWalk, run } from '../../../support/run.js'

const closed = (socket: net.Socket): Promise<void> => new Promise((resolve) => void socket.once('close', () => resolve()))

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** How a client fares: what happened to it and what it read, in one line. */
const fateOf = (socket: net.Socket): Promise<string> =>
  new Promise((resolve) => {
    const events: string[] = []
    let text = ''
    socket.on('connect', () => events.push('connect'))
    socket.on('data', (data) => {
      text += data
      if (text === 'hello') events.push(text)
    })
    socket.on('error', (error) => events.push(String(codeOf(error))))
    socket.on('close', () => resolve(events.join(' ')))
  })

test('accept and connect are independent: either side may hear of it first', async () => {
  const counts = await outcomes(100, (say) => async () => {
    const order: string[] = []
    const server = net.createServer(() => order.push('accept')).listen('/x.sock')
    await once(server, 'listening')
    const client = net.connect('/x.sock', () => order.push('connect'))
    await Promise.all([once(client, 'connect'), once(server, 'connection')])
    say(order.join())
  })
  // Two options at one point: all 100 seeds taking the same one has a chance of 2^-99.
  expect(Object.keys(counts).sort()).toEqual(['accept,connect', 'connect,accept'])
})

test('a server that takes one connection and closes: a second client connects, and is reset or refused', async () => {
  const fates = new Set<string>()
  for (let seed = 0; seed < 60; seed++) {
    const { end, leftovers } = await run(async () => {
      const server = net.createServer((socket) => {
        server.close()
        socket.end('hello')
      })
      server.listen(0)
      await once(server, 'listening')
      const { port } = server.address() as net.AddressInfo
      const one = fateOf(net.connect(port))
      const two = new Promise<string>((resolve) => setTimeout(() => fateOf(net.connect(port)).then(resolve), seed % 2))
      for (const fate of await Promise.all([one, two])) fates.add(fate)
    }, randomWalk(seed))
    expect([end.kind, leftovers]).toEqual(['completed', []])
  }
  // Which client is first is open; the other one is never left to wait.
  expect([...fates].sort()).toEqual(['ECONNREFUSED', 'ECONNRESET', 'connect ECONNRESET', 'connect hello'])
})

test('a connection that nobody accepts stays open, and can be written to', async () => {
  const { end } = await run(async () => {
    const server = net.createServer({ pauseOnConnect: true }).listen('/x.sock')
    await once(server, 'listening')
    const client = net.connect('/x.sock')
    await once(client, 'connect')
    await new Promise((resolve) => client.write('into the backlog', resolve))
    await once(client, 'data')
  })
  expect(end.kind).toBe('deadlock')
})

test('a full backlog: a unix client is told, a TCP client waits', async () => {
  const clients = 5
  const dial = (target: net.NetConnectOpts): Promise<string> =>
    new Promise((resolve) => {
      const socket = net.connect(target)
      socket.on('connect', () => resolve('connected')).on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
    })
  const fates: Record<string, string[]> = {}
  const { end } = await run(async (controls) => {
    for (const family of ['tcp', 'uds']) {
      const server = net.createServer()
      server.listen(family === 'tcp' ? { port: 0, backlog: 2 } : { path: `${controls.dir()}/x.sock`, backlog: 2 })
      await once(server, 'listening')
      const address = server.address() as net.AddressInfo | string
      const target = typeof address === 'string' ? { path: address } : { port: address.port, host: '127.0.0.1' }
      fates[family] = await Promise.all(Array.from({ length: clients }, () => dial(target)))
    }
  })
  expect(end.kind).toBe('completed')
  expect(fates).toEqual({
    tcp: Array(clients).fill('connected'),
    uds: ['connected', 'connected', 'connected', 'EAGAIN', 'EAGAIN'],
  })
})

test('a reader that never reads blocks its writer past 64 KiB, and the deadlock has a name', async () => {
  let written = 0
  const { end, leftovers } = await run(async () => {
    // A deadlock is looked at twice before it is claimed.
    written = 0
    const server = net.createServer({ pauseOnConnect: true }).listen('/x.sock')
    await once(server, 'listening')
    const client = net.connect('/x.sock')
    while (!client.destroyed) {
      await new Promise((resolve) => client.write(Buffer.alloc(10_000), resolve))
      if (!client.destroyed) written += 10_000
    }
  })
  expect([end.kind, written]).toEqual(['deadlock', 60_000])
  expect(leftovers.map(({ what }) => what)).toEqual(['server x.sock', 'socket x.sock main/2', 'socket x.sock main/2 (accepted)'])
})

/** One call of a client over a server that echoes; how it ends. */
const call = async (target: { path?: string; port?: number }): Promise<string> => {
  const socket = net.connect(target as net.NetConnectOpts)
  socket.write('hello')
  socket.setTimeout(5000, () => socket.destroy(Object.assign(new Error('too late'), { code: 'TIMEOUT' })))
  socket.on('data', () => socket.bytesRead === 5 && socket.end())
  return fateOf(socket)
}

const fatesUnder = async (faults: readonly NetFault[]): Promise<Record<string, number>> =>
  outcomes(
    150,
    (say) => async () => {
      const server = net.createServer((socket) => {
        socket.on('data', (data) => socket.write(data)).on('error', () => {})
      })
      server.listen(0)
      await once(server, 'listening')
      say(await call({ port: (server.address() as net.AddressInfo).port }))
      server.close()
    },
    { faults },
  )

test('faults are chosen only where they are listed, and each shows its face', async () => {
  // 150 seeds; a listed fault is drawn with 1/2 (among k with 1/2k) and strikes with 1/2 at each of the reads.
  expect(Object.keys(await fatesUnder([]))).toEqual(['connect hello'])
  expect(Object.keys(await fatesUnder(['refuse'])).sort()).toEqual(['ECONNREFUSED', 'connect hello'])
  const reset = Object.keys(await fatesUnder(['reset'])).sort()
  expect(reset).toContain('connect ECONNRESET')
  expect(reset).toContain('connect hello')
  const halfOpen = Object.keys(await fatesUnder(['half-open'])).sort()
  expect(halfOpen).toContain('connect TIMEOUT')
  expect(halfOpen).toContain('connect hello')
  const all = Object.keys(await fatesUnder(['refuse', 'reset', 'half-open']))
  expect(all).toEqual(expect.arrayContaining(['ECONNREFUSED', 'connect ECONNRESET', 'connect TIMEOUT', 'connect hello']))
})

test('the calmest schedule has no fault, whatever is listed', async () => {
  const { end, deviations } = await run(
    async () => {
      const server = net.createServer((socket) => socket.end('hello')).listen('/x.sock')
      await once(server, 'listening')
      expect(await fateOf(net.connect('/x.sock'))).toBe('connect hello')
      server.close()
    },
    undefined,
    { faults: ['refuse', 'reset', 'half-open'], record: true },
  )
  expect([end.kind, deviations]).toEqual(['completed', []])
})

test('open sockets and servers are leftovers, with their reference; teardown closes them and lets them say so', async () => {
  const said: string[] = []
  const { leftovers } = await run(async () => {
    const server = net.createServer((socket) => socket.on('close', () => said.push('accepted closed'))).listen(4000)
    server.unref().on('close', () => said.push('server closed'))
    await once(server, 'listening')
    const client = net.connect(4000, '127.0.0.1')
    client.on('close', () => said.push('client closed'))
    await once(client, 'connect')
  })
  expect(leftovers.map(({ kind, what, referenced }) => `${kind} ${what} ${referenced}`).sort()).toEqual([
    'server server tcp:4000 false',
    'socket socket tcp:4000 main/2 (accepted) true',
    'socket socket tcp:4000 main/2 true',
  ])
  expect(said.sort()).toEqual(['accepted closed', 'client closed', 'server closed'])
})

test('a socket that outlived its execution is dead in the next one, and a new one takes its place', async () => {
  let shared = null as net.Socket | null
  const codes: (string | undefined)[] = []
  const body = async () => {
    const server = net.createServer((socket) => socket.pipe(socket)).listen(4000)
    await once(server, 'listening')
    const old = shared
    if (old !== null) codes.push(await new Promise((resolve) => void old.write('x', (error) => resolve(codeOf(error)))))
    shared = net.connect(4000)
    shared.on('error', () => {})
    shared.write('hello')
    await once(shared, 'data')
  }
  for (let i = 0; i < 3; i++) expect((await run(body)).end).toEqual({ kind: 'completed', message: '' })
  expect(codes).toEqual(['ERR_STREAM_DESTROYED', 'ERR_STREAM_DESTROYED'])
})

test('a time-out set outside is real, one set inside is virtual', async () => {
  const { end, stats } = await run(async () => {
    const server = net.createServer().listen('/x.sock')
    await once(server, 'listening')
    const client = net.connect('/x.sock').setTimeout(60_000)
    await once(client, 'timeout')
    client.destroy()
    await closed(client)
    server.close()
  })
  expect(end.kind).toBe('completed')
  expect(stats.atMs).toBeGreaterThan(60_000)
  expect(stats.atMs).toBeLessThan(61_000)
})

test('a client that never completes its request is sent 408 by an http server, and is no deadlock', async () => {
  const { end, stats } = await run(async () => {
    const server = http.createServer({ requestTimeout: 2000, headersTimeout: 1000 }, () => {}).listen(0)
    await once(server, 'listening')
    const socket = net.connect((server.address() as net.AddressInfo).port)
    socket.write('GET / HTTP/1.1\r\n')
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toMatch(/^HTTP\/1.1 408 /)
    server.close()
  })
  expect(end).toEqual({ kind: 'completed', message: '' })
  expect(stats.atMs).toBeGreaterThanOrEqual(2000)
})

test('a request that is complete and that no handler answers stays a deadlock', async () => {
  const { end } = await run(async () => {
    const server = http.createServer(() => {}).listen(0)
    await once(server, 'listening')
    const request = http.get({ port: (server.address() as net.AddressInfo).port })
    await once(request, 'response')
  })
  expect(end.kind).toBe('deadlock')
})
