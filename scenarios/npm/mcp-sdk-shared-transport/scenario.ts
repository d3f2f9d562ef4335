// Scenario: one MCP server with one transport serves two clients that number their requests alike.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Controls, callers, noLeaks, ownResponse, scenario } from '../../../harness/index.js'
import { lookUp } from './client.js'
import { type McpPackage, startToolServer } from './server.js'

/** The entries of the package that the server imports. */
const load = async (name: 'mcp-sdk-faulty' | 'mcp-sdk-fixed'): Promise<McpPackage> => ({
  ...(await import(`${name}/server/mcp.js`)),
  ...(await import(`${name}/server/streamableHttp.js`)),
})

const DELAYS_MS = [0, 10, 50]

/** Looking something up takes a while; how long is up to the schedule. */
const slowly =
  (controls: Controls) =>
  async (key: string): Promise<string> => {
    const index = controls.choose(
      'delay',
      'look up',
      DELAYS_MS.map((ms) => `${ms} ms`),
    )
    await sleep(DELAYS_MS[index])
    return `value of ${key}`
  }

export default scenario({
  name: 'npm/mcp-sdk-shared-transport',
  story:
    'Two clients share one server and one transport, and both number their requests from 1: client B receives what A asked for.',
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 1 },
    operations: { look_up: (token) => ({ key: token }) },
  }),
  variants: { faulty: () => load('mcp-sdk-faulty'), fixed: () => load('mcp-sdk-fixed') },
  open: (mcp, { controls }) => startToolServer(mcp, slowly(controls)),
  perform: ({ url }, { input }) => lookUp(url, (input as { readonly key: string }).key),
  // The repaired transport refuses a second request, which is no crossed answer.
  oracles: [ownResponse({ mayFail: true }), noLeaks()],
  expect: { faulty: 'own-response', fixed: 'pass' },
  races: [
    { id: 'crossed-clients', oracle: 'own-response', symptom: 'swap', says: 'a client receives the result of another client' },
    {
      id: 'client-forgotten',
      oracle: 'never-settles',
      symptom: 'deadlock',
      says: 'a client waits for ever for a result that went elsewhere',
    },
  ],
})
