// A replay under a debugger: it waits for one, stops where the schedule goes out of turn, and says in the end what it always says.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { DEFAULT_MODEL, modelId } from '../../harness/core/limits.js'
import { follow } from '../../harness/core/policy.js'
import { encodeToken } from '../../harness/search/index.js'
import { fixture, startCrosswire } from '../support/crosswire.js'

const call = (name: string, token: string) => ({
  name,
  operations: [{ op: 'terminal', token, input: { command: `echo ${token}` } }],
})

/** Bob reads before ann: whoever reads first takes the answer. */
const swapped = encodeToken({
  format: 1,
  id: 'rpc-shared-socket',
  variant: 'faulty',
  runtime: 'node',
  model: modelId(DEFAULT_MODEL),
  workload: { callers: [call('ann', 'TAG-1'), call('bob', 'TAG-2')], subjectSeed: 1 },
  policy: follow([{ hold: 'ann|fs.close calls.log done|1', until: 'bob|fs.close calls.log done|1' }]),
})

interface Paused {
  readonly callFrames: readonly { readonly functionName: string }[]
}

/** Attaches, lets the replay go on from each stop, and gives the functions in which it stopped. */
const debugged = async (address: string): Promise<string[]> => {
  const socket = new WebSocket(address)
  const stops: string[] = []
  let id = 0
  const send = (method: string): void => socket.send(JSON.stringify({ id: ++id, method }))
  socket.on('message', (data) => {
    const { method, params } = JSON.parse(String(data)) as { readonly method?: string; readonly params?: unknown }
    // Node waits with its end until whoever looks has gone.
    if (method === 'Runtime.executionContextDestroyed') socket.close()
    if (method !== 'Debugger.paused') return
    stops.push((params as Paused).callFrames[0]?.functionName ?? '')
    send('Debugger.resume')
  })
  await once(socket, 'open')
  for (const method of ['Runtime.enable', 'Debugger.enable', 'Runtime.runIfWaitingForDebugger']) send(method)
  await once(socket, 'close')
  return stops
}

const addressIn = async (stderr: Readable): Promise<string> => {
  let text = ''
  for await (const chunk of stderr) {
    text += String(chunk)
    const [address] = /ws:\/\/\S+/.exec(text) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`no address of a debugger in: ${text}`)
}

test('a replay waits for a debugger, stops at each deviation, and ends as it would without one', async () => {
  const running = startCrosswire(['replay', '--inspect', swapped])
  const { stderr } = running.process
  const stops = await debugged(await addressIn((stderr as Readable).iterator({ destroyOnReturn: false }) as unknown as Readable))
  const { exitCode, stdout, left } = await running.ended
  expect(stops.length).toBeGreaterThan(0)
  expect(new Set(stops)).toEqual(new Set(['stopHere']))
  expect(stdout).toContain('received the answer to')
  expect(exitCode).toBe(1)
  expect(left).toEqual([])
})

test('a scenario whose subjects run in threads of their own, where no debugger would stop, is refused', async () => {
  const token = encodeToken({
    format: 1,
    id: 'keeps-state',
    variant: 'counter-faulty',
    runtime: 'node',
    model: modelId(DEFAULT_MODEL),
    workload: {
      callers: [{ name: 'ann', operations: [{ op: 'ask', token: 'TAG-1', input: { tag: 'TAG-1' } }] }],
      subjectSeed: 1,
    },
    policy: follow([]),
  })
  const args = ['replay', '--inspect', token, fixture('keeps.mjs')]
  const { exitCode, stderr, left } = await startCrosswire(args, { CROSSWIRE_TEST_ISOLATE: 'worker' }).ended
  expect(stderr).toContain('BAD_OPTION: --inspect does not stop in keeps-state')
  expect(exitCode).toBe(2)
  expect(left).toEqual([])
})
