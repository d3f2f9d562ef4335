// The tool server on the MCP SDK over real HTTP: one client after the other in both versions, and two at once.
import { afterEach, expect, test } from 'vitest'
import { lookUp } from '../../../scenarios/npm/mcp-sdk-shared-transport/client.js'
import { type McpPackage, startToolServer } from '../../../scenarios/npm/mcp-sdk-shared-transport/server.js'

const versions = {
  '1.25.3': async () => ({
    ...(await import('mcp-sdk-faulty/server/mcp.js')),
    ...(await import('mcp-sdk-faulty/server/streamableHttp.js')),
  }),
  '1.26.0': async () => ({
    ...(await import('mcp-sdk-fixed/server/mcp.js')),
    ...(await import('mcp-sdk-fixed/server/streamableHttp.js')),
  }),
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

const open = async (version: keyof typeof versions, find: (key: string) => Promise<string>): Promise<string> => {
  const server = await startToolServer((await versions[version]()) as unknown as McpPackage, find)
  cleanups.push(server.close)
  return server.url
}

test('1.25.3 gives one client after the other its own answer', async () => {
  const url = await open('1.25.3', async (key) => `value of ${key}`)
  expect(await lookUp(url, 'k1')).toBe('value of k1')
  expect(await lookUp(url, 'k2')).toBe('value of k2')
})

test('1.25.3 gives the answer to the first of two clients to the second', async () => {
  let begin = (): void => {}
  const both = new Promise<void>((resolve) => {
    begin = resolve
  })
  let arrived = 0
  const url = await open('1.25.3', async (key) => {
    if (++arrived === 2) begin()
    await both
    return `value of ${key}`
  })
  const first = await new Promise<string>((resolve) => {
    for (const key of ['k1', 'k2'])
      lookUp(url, key).then(
        (value) => resolve(`${key}: ${value}`),
        () => {},
      )
  })
  expect(first).toMatch(/^(k1: value of k2|k2: value of k1)$/)
})

test('1.26.0 refuses to serve a second request on the same transport, and says so', async () => {
  const url = await open('1.26.0', async (key) => `value of ${key}`)
  const outcomes = await Promise.all(['k1', 'k2'].map((key) => lookUp(url, key).catch((error: Error) => error.message)))
  expect(outcomes[0]).toBe('value of k1')
  expect(outcomes[1]).toBe('the server says 500 Internal Server Error')
})
