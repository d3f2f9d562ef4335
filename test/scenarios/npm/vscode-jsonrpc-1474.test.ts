// The JSON-RPC client over real HTTP: one request after the other, and the answer that overtakes the acknowledgement of its request.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type JsonRpcPackage, openClient } from '../../../scenarios/npm/vscode-jsonrpc-1474/client.js'
import { startService } from '../../../scenarios/npm/vscode-jsonrpc-1474/service.js'
import { untilRead } from '../support/peer.js'

const versions = {
  '8.2.0': () => import('vscode-jsonrpc-faulty') as Promise<JsonRpcPackage>,
  '8.2.1': () => import('vscode-jsonrpc-fixed') as unknown as Promise<JsonRpcPackage>,
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test.each(['8.2.0', '8.2.1'] as const)('%s answers one request after the other', async (version) => {
  const service = await startService(async (params) => params)
  const client = await openClient(await versions[version](), service.url)
  cleanups.push(service.close, client.close)
  expect(await client.request('echo', { key: 'k1' })).toEqual({ key: 'k1' })
  expect(await client.request('echo', { key: 'k2' })).toEqual({ key: 'k2' })
})

/** A service whose answer is read before it says that it has taken the request: two connections keep no order between them. */
const startHastyService = async (acknowledged: () => void): Promise<string> => {
  let events: http.ServerResponse
  const server = http.createServer((request, response) => {
    if (request.method === 'GET') {
      events = response.writeHead(200)
      events.flushHeaders()
      return
    }
    request.setEncoding('utf8').on('data', async (text: string) => {
      const { id, params } = JSON.parse(text)
      events.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: params })}\n`)
      await untilRead()
      response.writeHead(202).end(acknowledged)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['8.2.0', 'lost'],
  ['8.2.1', { key: 'k1' }],
] as const)('an answer that comes before write() has settled: with %s it is %o', async (version, outcome) => {
  let acknowledged = (): void => {}
  const written = new Promise<void>((resolve) => {
    acknowledged = resolve
  })
  const client = await openClient(await versions[version](), await startHastyService(acknowledged))
  cleanups.push(client.close)
  const lost = written.then(untilRead).then(() => 'lost')
  expect(await Promise.race([client.request('echo', { key: 'k1' }), lost])).toEqual(outcome)
})
