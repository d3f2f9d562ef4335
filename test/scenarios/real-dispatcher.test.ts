// The callers of both RPC scenarios against the dispatcher as a process of its own: real sockets, real files, real time.
import { afterEach, expect, test, vi } from 'vitest'
import { sampleWorkloads } from '../../harness/callers/workloads.js'
import type { HistoryEvent } from '../../harness/core/history.js'
import type { CallerPlan, Operation } from '../../harness/core/workload.js'
import { constantDelay } from '../../harness/dispatchers/delay-profiles.js'
import { spawnDispatcher } from '../../harness/runtimes/real/spawn-dispatcher.js'
import * as throughFiles from '../../scenarios/rpc-file-sequence/fixed.js'
import rpcFileSequence from '../../scenarios/rpc-file-sequence/scenario.js'
import * as overSocket from '../../scenarios/rpc-shared-socket/fixed.js'
import * as overSocketByIds from '../../scenarios/rpc-shared-socket/fixed-by-ids.js'
import rpcSharedSocket from '../../scenarios/rpc-shared-socket/scenario.js'
import { type Client, smoke } from './support/smoke.js'

const clients = [
  { name: 'rpc-shared-socket, fixed', scenario: rpcSharedSocket, service: 'fifo', connect: overSocket.connect },
  { name: 'rpc-shared-socket, fixed-by-ids', scenario: rpcSharedSocket, service: 'concurrent', connect: overSocketByIds.connect },
  { name: 'rpc-file-sequence, fixed', scenario: rpcFileSequence, service: 'concurrent', connect: throughFiles.connect },
] as const

type ClientUnderTest = (typeof clients)[number]
type Connect = (address: unknown) => Client & { close?(): void }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const start = async ({ scenario, service, connect }: ClientUnderTest, delayMs: number) => {
  const events: HistoryEvent[] = []
  const spec = { tools: {}, ...scenario.dispatcher, delay: constantDelay(delayMs), service }
  const { address, close } = await spawnDispatcher(spec, { onEvent: (event) => events.push(event) })
  cleanups.push(close)
  const client = (connect as Connect)(address)
  cleanups.push(() => client.close?.())
  return { client, events }
}

test.each(clients)('$name: ten callers, 50 ms for each answer: OK 10/10', async (which) => {
  const { client } = await start(which, 50)
  expect(await smoke(client, 10)).toBe('OK 10/10')
})

/** What an operation comes to when nothing is crossed. */
const own = ({ op, input }: Operation): unknown => {
  if (op === 'fail') return 'the tool says no'
  return op === 'format' ? 'tool "format" is not available; available: terminal, read_file, fail' : input
}

const run = async (client: Client, { operations }: CallerPlan): Promise<unknown[]> => {
  const outcomes: unknown[] = []
  for (const { op, input } of operations) outcomes.push(await client.call(op, input).catch((error: Error) => error.message))
  return outcomes
}

test.each(clients)('$name: everybody in a drawn workload gets their own answer or error', async (which) => {
  const { client, events } = await start(which, 1)
  const workloads = sampleWorkloads(which.scenario.callers, 7, 5)
  for (const { callers } of workloads) {
    const outcomes = await Promise.all(callers.map((caller) => run(client, caller)))
    expect(outcomes).toEqual(callers.map(({ operations }) => operations.map(own)))
  }
  const asked = workloads.flatMap(({ callers }) => callers.flatMap(({ operations }) => operations))
  // What it says of itself travels on a pipe of its own.
  await vi.waitUntil(() => events.length >= 2 * asked.length, { timeout: 20_000 })
  expect(events.filter(({ type }) => type === 'invoke')).toHaveLength(asked.length)
})
