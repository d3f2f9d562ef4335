// Requests over a unix socket in the simulated world beside real ones in one process. Prints ratios, asserts no time.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { calm } from '../../harness/core/policy.js'
import { randomWalk, run } from '../support/run.js'
import { printTable, sideBySide } from './side-by-side.js'

const REQUEST = '{"tool":"terminal","args":{"command":"echo TAG-1"}}\n'
const PER_CONNECTION = 100

/** One connection, so many requests one after the other, each answered. */
const converse = async (path: string, requests: number): Promise<void> => {
  const server = net.createServer((socket) => void socket.on('data', (data) => socket.write(data)))
  server.listen(path)
  await once(server, 'listening')
  const client = net.connect(path)
  for (let i = 0; i < requests; i++) {
    client.write(REQUEST)
    let bytes = 0
    while (bytes < REQUEST.length) bytes += ((await once(client, 'data')) as [Buffer])[0].length
  }
  client.end().resume()
  await once(client, 'close')
  server.close()
  await once(server, 'close')
}

const real = async (n: number, requests: number): Promise<void> => {
  const directory = mkdtempSync(`${tmpdir()}/bench-`)
  for (let i = 0; i < n / requests; i++) await converse(`${directory}/x.sock`, requests)
  rmSync(directory, { recursive: true })
}

const simulated = (policy: typeof randomWalk, requests: number) => async (n: number) => {
  for (let seed = 0; seed < n / requests; seed++) await run(() => converse('/x.sock', requests), policy(seed))
}

const compare = async (title: string, requests: number, n: number): Promise<void> => {
  const contestants = [
    { name: 'real unix sockets', run: (n: number) => real(n, requests) },
    { name: 'crosswire, calmest schedule', run: simulated(() => calm, requests) },
    { name: 'crosswire, random walk', run: simulated(randomWalk, requests) },
  ]
  printTable(title, 'requests', await sideBySide(title, contestants, n))
}

await compare('requests over one connection', PER_CONNECTION, 20_000)
await compare('a server, a connection and a request', 1, 2_000)
