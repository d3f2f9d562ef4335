// Scenario: a JSON-RPC answer comes before the promise of the write that asked for it has settled.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Controls, callers, noLeaks, ownResponse, scenario } from '../../../harness/index.js'
import { type JsonRpcPackage, openClient } from './client.js'
import { startService } from './service.js'

const DELAYS_MS = [10, 0, 50]

/** Answers with what it was asked, after a while; how long is up to the schedule. */
const slowly =
  (controls: Controls) =>
  async (params: unknown): Promise<unknown> => {
    const index = controls.choose(
      'delay',
      'work',
      DELAYS_MS.map((ms) => `${ms} ms`),
    )
    await sleep(DELAYS_MS[index])
    return params
  }

export default scenario({
  name: 'npm/vscode-jsonrpc-1474',
  story: 'The answer arrives while write() is still pending: the caller is not on the list yet, and waits for ever.',
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 1 },
    operations: { hover: (token) => ({ symbol: token }) },
  }),
  variants: {
    faulty: () => import('vscode-jsonrpc-faulty') as Promise<JsonRpcPackage>,
    fixed: () => import('vscode-jsonrpc-fixed') as unknown as Promise<JsonRpcPackage>,
  },
  async open(rpc, { controls }) {
    const service = await startService(slowly(controls))
    return { service, client: await openClient(rpc, service.url) }
  },
  perform: ({ client }, { op, input }) => client.request(op, input),
  async close({ service, client }) {
    await client.close()
    service.close()
  },
  oracles: [ownResponse(), noLeaks()],
  expect: { faulty: 'never-settles', fixed: 'pass' },
  races: [
    {
      id: 'answer-before-write',
      oracle: 'never-settles',
      symptom: 'deadlock',
      says: 'an answer comes before its caller is registered, and is lost',
    },
  ],
})
