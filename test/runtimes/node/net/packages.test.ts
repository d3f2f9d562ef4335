// Unmodified packages over the simulated network: overlapping requests whose answers are checked, under random schedules with cuts
// and merges. Every failure here would be a false alarm.
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import type { Body } from '../../../../harness/core/runtime.js'
import { randomWalk, run } from '../../../support/run.js'

const SCHEDULES = 200

/** Runs under every seed; two schedules in three differ, or nothing was explored. Each seed gives the same trace when run again. */
const explore = async (body: Body): Promise<void> => {
  // Packages make some things on first use: that one is not compared.
  await run(body)
  const hashes: number[] = []
  for (let seed = 0; seed < SCHEDULES; seed++) {
    const { end, leftovers: all, traceHash } = await run(body, randomWalk(seed))
    // undici keeps an unreferenced timer.
    const leftovers = all.filter(({ referenced }) => referenced)
    expect({ seed, end, leftovers }).toEqual({ seed, end: { kind: 'completed', message: '' }, leftovers: [] })
    hashes.push(traceHash)
  }
  expect(new Set(hashes).size).toBeGreaterThan((SCHEDULES * 2) / 3)
  for (let seed = 0; seed < SCHEDULES; seed++) {
    const { traceHash } = await run(body, randomWalk(seed))
    expect([seed, traceHash]).toEqual([seed, hashes[seed]])
  }
}

const port = (server: net.Server): number => (server.address() as net.AddressInfo).port

/** Echoes the body, with a pause that depends on it. */
const echo = (): http.Server =>
  http.createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    await new Promise((resolve) => setTimeout(resolve, text.length % 3))
    response.setHeader('content-type', 'text/plain')
    response.end(`${request.url} ${text}`)
  })

const TEXTS = ['a', 'bé', 'c€c', `${'long '.repeat(200)}`, 'e', 'f']

test('node:http with a keep-alive agent', { timeout: 60_000 }, async () => {
  const ask = (options: http.RequestOptions, text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const request = http.request({ ...options, method: 'POST' }, async (response) => {
        let answer = ''
        for await (const chunk of response.setEncoding('utf8')) answer += chunk
        resolve(answer)
      })
      request.on('error', reject).end(text)
    })
  await explore(async () => {
    const server = echo().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })
    const options = { agent, host: 'localhost', port: port(server) }
    const answers = await Promise.all(TEXTS.map((text, i) => ask({ ...options, path: `/${i}` }, text)))
    expect(answers).toEqual(TEXTS.map((text, i) => `/${i} ${text}`))
    agent.destroy()
    server.close()
    await once(server, 'close')
  })
})

test('global fetch', { timeout: 60_000 }, async () => {
  await explore(async () => {
    const server = echo().listen(0)
    await once(server, 'listening')
    const ask = async (text: string, i: number): Promise<string> => {
      const response = await fetch(`http://localhost:${port(server)}/${i}`, { method: 'POST', body: text })
      return response.text()
    }
    const answers = await Promise.all(TEXTS.map(ask))
    expect(answers).toEqual(TEXTS.map((text, i) => `/${i} ${text}`))
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
})

test('ws, three clients at once', { timeout: 60_000 }, async () => {
  await explore(async () => {
    const server = new WebSocketServer({ port: 0 })
    await once(server, 'listening')
    server.on('connection', (socket) => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })))
    const { port } = server.address() as net.AddressInfo
    const converse = async (name: string): Promise<string[]> => {
      const client = new WebSocket(`ws://127.0.0.1:${port}`)
      const answers: string[] = []
      await once(client, 'open')
      client.on('message', (data) => answers.push(String(data)))
      for (const text of TEXTS) client.send(name + text)
      while (answers.length < TEXTS.length) await once(client, 'message')
      client.close()
      await once(client, 'close')
      return answers
    }
    const names = ['ann', 'bob', 'cid']
    const answers = await Promise.all(names.map(converse))
    expect(answers).toEqual(names.map((name) => TEXTS.map((text) => name + text)))
    server.close()
    await once(server, 'close')
  })
})

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

test('a real server outside is untouched by all this', async () => {
  const server = net.createServer((socket) => socket.end('real')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = net.connect(port(server), '127.0.0.1')
  const [data] = (await once(client, 'data')) as [Buffer]
  expect(String(data)).toBe('real')
  client.destroy()
  server.close()
})
