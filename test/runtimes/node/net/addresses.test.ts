// Who can be reached where: ports, paths, names; and what is refused by name.
import dns from 'node:dns'
import { once } from 'node:events'
import { existsSync, unlinkSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { expect, test } from 'vitest'
import type { Body } from '../../../../harness/core/runtime.js'
import { run } from '../../../support/run.js'

/** What `body` returns; an execution that does not complete is a failed test. */
const within = async <T>(body: (...args: Parameters<Body>) => Promise<T>): Promise<T> => {
  let result: T | undefined
  const { end } = await run(async (controls) => {
    result = await body(controls)
  })
  expect(end).toEqual({ kind: 'completed', message: '' })
  return result as T
}

const listening = async (
  options: net.ListenOptions,
  server = net.createServer((socket) => socket.end()),
): Promise<net.Server> => {
  server.listen(options)
  await once(server, 'listening')
  return server
}

const portOf = (server: net.Server): number => (server.address() as net.AddressInfo).port

/** `connected`, or the code of the error. */
const dial = (options: net.NetConnectOpts): Promise<string> =>
  new Promise((resolve) => {
    const socket = net.connect(options, () => {
      resolve('connected')
      socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
  })

test('port 0 gives a port that no other execution has had, from the range of a real system', async () => {
  const ports = new Set<number>()
  for (let i = 0; i < 50; i++) {
    ports.add(
      await within(async () => {
        const [one, two] = [await listening({ port: 0 }), await listening({ port: 0 })]
        expect(portOf(one)).not.toBe(portOf(two))
        return portOf(one)
      }),
    )
  }
  expect(ports.size).toBe(50)
  for (const port of ports) expect([port >= 32_768, port <= 60_999]).toEqual([true, true])
})

test('port 0 is never a port that somebody has taken by name', async () => {
  const next = await within(async () => portOf(await listening({ port: 0 })) + 1)
  await within(async () => {
    await listening({ port: next })
    expect(portOf(await listening({ port: 0 }))).not.toBe(next)
  })
})

test('a port that is asked for is the one that is had, in each execution', async () => {
  for (let i = 0; i < 3; i++) {
    expect(
      await within(async () => {
        const server = await listening({ port: 4000, host: '127.0.0.1' })
        expect(await dial({ port: 4000, host: '127.0.0.1' })).toBe('connected')
        return portOf(server)
      }),
    ).toBe(4000)
  }
})

test.each([
  ['::', '127.0.0.1', 'connected'],
  ['::', '::1', 'connected'],
  ['0.0.0.0', '127.0.0.1', 'connected'],
  ['0.0.0.0', '::1', 'ECONNREFUSED'],
  ['127.0.0.1', '127.0.0.1', 'connected'],
  ['127.0.0.1', '127.0.0.2', 'ECONNREFUSED'],
  ['127.0.0.1', '::ffff:127.0.0.1', 'connected'],
  ['127.0.0.1', 'localhost', 'connected'],
  ['127.0.0.1', 'api.localhost', 'connected'],
  ['127.0.0.1', '0.0.0.0', 'connected'],
  ['::1', 'localhost', 'ECONNREFUSED'],
  ['10.1.2.3', '10.1.2.3', 'connected'],
])('a server on %s seen from a client of %s: %s', async (host, target, outcome) => {
  expect(
    await within(async () => {
      const server = await listening({ port: 0, host })
      return dial({ port: portOf(server), host: target })
    }),
  ).toBe(outcome)
})

test.each([
  ['::', '127.0.0.1', false],
  ['0.0.0.0', '127.0.0.1', false],
  ['127.0.0.1', '::', false],
  ['0.0.0.0', '::1', true],
  ['127.0.0.1', '127.0.0.2', true],
])('%s and %s can have one port: %s', async (first, second, possible) => {
  expect(
    await within(async () => {
      await listening({ port: 4000, host: first })
      return listening({ port: 4000, host: second }).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== 'EADDRINUSE',
      )
    }),
  ).toBe(possible)
})

test('a unix socket exists as a file while a server listens there', async () => {
  await within(async (controls) => {
    const path = `${controls.dir()}/rpc.sock`
    expect(await dial({ path })).toBe('ENOENT')
    const server = await listening({ path })
    expect([existsSync(path), server.address()]).toEqual([true, path])
    await expect(listening({ path })).rejects.toThrow('EADDRINUSE')
    server.close()
    expect(existsSync(path)).toBe(false)
    writeFileSync(path, 'in the way')
    expect(await dial({ path })).toBe('ECONNREFUSED')
    await expect(listening({ path })).rejects.toThrow('EADDRINUSE')
  })
})

test('a server whose socket file is removed hears no more, and takes a newer one with it when it closes', async () => {
  await within(async (controls) => {
    const path = `${controls.dir()}/rpc.sock`
    const old = await listening({ path })
    unlinkSync(path)
    expect(await dial({ path })).toBe('ENOENT')
    await listening({ path })
    expect(await dial({ path })).toBe('connected')
    old.close()
    expect(await dial({ path })).toBe('ENOENT')
  })
})

test('abstract sockets and paths elsewhere live in memory alone', async () => {
  await within(async () => {
    for (const path of ['\0abstract', '/no/such/folder/x.sock']) {
      expect(await dial({ path })).toMatch(/ENOENT|ECONNREFUSED/)
      await listening({ path })
      expect(await dial({ path })).toBe('connected')
      expect(existsSync('/no/such/folder')).toBe(false)
    }
  })
})

const refused: [string, () => unknown, string][] = [
  ['a name', () => net.connect(443, 'example.com'), 'example.com:443'],
  ['an address', () => net.connect(53, '192.0.2.1'), '192.0.2.1:53'],
  ['a look-up', () => dns.lookup('example.com', () => {}), 'example.com'],
  ['a look-up by promise', () => dns.promises.lookup('example.com'), 'example.com'],
  ['fetch', () => fetch('http://example.com/'), 'example.com:80'],
  [
    'a look-up of the user that leads out',
    () =>
      net.connect({
        port: 80,
        host: 'service.local',
        lookup: ((_host, _options, done) => done(null, [{ address: '192.0.2.1', family: 4 }])) as net.LookupFunction,
      }),
    '192.0.2.1:80',
  ],
]

test.each(refused)('the real network is refused by name, even if the subject swallows it: %s', async (_what, reach, target) => {
  const execution = run(async () => {
    try {
      await reach()
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
  await expect(execution).rejects.toMatchObject({ code: 'REAL_NETWORK_DENIED', help: { found: target } })
})

test('localhost is looked up as a machine with one line in its hosts file would', async () => {
  await within(async () => {
    expect(await dns.promises.lookup('localhost')).toEqual({ address: '127.0.0.1', family: 4 })
    expect(await dns.promises.lookup('localhost', { family: 6, all: true })).toEqual([{ address: '::1', family: 6 }])
    const answer = await new Promise((resolve) => dns.lookup('LOCALHOST.', { all: true }, (...found) => resolve(found)))
    expect(answer).toEqual([null, [{ address: '127.0.0.1', family: 4 }]])
    await expect(dns.promises.lookup('localhost', 5)).rejects.toThrow('family')
  })
})

test('a client that comes after its server has closed has the same name in every execution', async () => {
  const late: Body = async () => {
    const server = await listening({ port: 0 })
    const port = portOf(server)
    server.close()
    const [error] = await once(net.connect(port), 'error').catch((failure) => [failure])
    expect(error.code).toBe('ECONNREFUSED')
  }
  const [one, two] = [await run(late), await run(late)]
  expect(two.traceHash).toBe(one.traceHash)
})
