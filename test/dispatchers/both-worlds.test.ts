// One script, two worlds: what a dispatcher answers in the calmest execution is what it answers over real sockets and files.
import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { expect, it } from 'vitest'
import { startDispatcher } from '../../harness/callers/start-dispatcher.js'
import type { DispatcherAddress, DispatcherSpec } from '../../harness/core/dispatcher-spec.js'
import type { HistoryEvent, Json } from '../../harness/core/history.js'
import type { Body } from '../../harness/core/runtime.js'
import { constantDelay, oneOf, uniform } from '../../harness/dispatchers/delay-profiles.js'
import { drops, errors } from '../../harness/dispatchers/faults.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { constant, echo, rejects, table } from '../../harness/dispatchers/tools.js'
import { realControls } from '../callers/real-controls.js'
import { run } from '../support/run.js'
import { brief } from './bench.js'

type Script = (address: DispatcherAddress) => Promise<unknown>

const dial = (address: DispatcherAddress): net.Socket => {
  const socket = net.connect(
    address.transport === 'tcp' ? { host: address.host, port: address.port } : { path: (address as { path: string }).path },
  )
  return socket.on('error', () => {})
}
/** Writes `pieces` one after the other and ends its side; gives all that comes back. */
const conversation = (address: DispatcherAddress, pieces: readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve) => {
    const socket = dial(address)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk)).on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
    for (const piece of pieces) socket.write(piece)
    socket.end()
  })
const lines = (...requests: Json[]): string => requests.map((one) => `${JSON.stringify(one)}\n`).join('')
const ask = (tag: string, tool = 'terminal', id?: string) => ({ tool, args: { tag }, ...(id === undefined ? {} : { id }) })
const bytes = (text: string): Buffer[] => [...Buffer.from(text)].map((byte) => Buffer.of(byte))

const tools = { terminal: echo(), fail: rejects('no'), big: constant('é'.repeat(600_000)), read: table('tag', { a: 'A' }) }
const overSockets: Record<string, { readonly spec: Partial<DispatcherSpec>; readonly script: Script }> = {
  'answers in turn': { spec: { delay: uniform(5, 50) }, script: (at) => conversation(at, [lines(ask('1'), ask('2'), ask('3'))]) },
  'answers at once, by ids': {
    spec: { service: 'concurrent', delays: { terminal: constantDelay(20), read: constantDelay(0) } },
    script: (at) => conversation(at, [lines(ask('1', 'terminal', 'x'), ask('a', 'read', 'y'))]),
  },
  'errors of every kind': {
    spec: { allow: ['fail', 'read'] },
    script: (at) => conversation(at, [lines(ask('1'), ask('b', 'read'), ask('c', 'fail'), ask('d', 'none')), '{\n', '[1]\n']),
  },
  'a mebibyte': { spec: {}, script: (at) => conversation(at, [lines(ask('1', 'big'), ask('2'))]) },
  'requests byte by byte': { spec: {}, script: (at) => conversation(at, bytes(lines(ask('漢字'), ask('é')))) },
  'JSON in a string': { spec: { answers: 'json-in-string' }, script: (at) => conversation(at, [lines(ask('"\n'))]) },
  'faults that do not strike': {
    spec: { faults: [drops({ most: 5 }), errors({ tool: 'terminal' })], delay: oneOf(0, null) },
    script: (at) => conversation(at, [lines(ask('1'), ask('2'))]),
  },
  'two connections': {
    spec: { delay: constantDelay(10) },
    script: (at) => Promise.all([conversation(at, [lines(ask('1'), ask('2'))]), conversation(at, [lines(ask('3'))])]),
  },
  'a second connection that nobody accepts': {
    spec: { connections: 'one' },
    script: async (at) => {
      const [first, second] = [dial(at), dial(at)]
      const seen: string[] = []
      second.on('data', () => seen.push('an answer')).on('connect', () => seen.push('connected'))
      second.write(lines(ask('2')))
      first.write(lines(ask('1')))
      await new Promise((resolve) => first.once('data', resolve))
      first.write(lines(ask('3')))
      await new Promise((resolve) => first.once('data', resolve))
      first.destroy()
      second.destroy()
      return seen
    },
  },
}

const put = async (dir: string, name: string, content: string): Promise<void> => {
  await fs.writeFile(path.join(dir, `${name}.tmp`), content)
  await fs.rename(path.join(dir, `${name}.tmp`), path.join(dir, name))
}
const untilServed = async (dir: string): Promise<string[]> => {
  for (;;) {
    const names = await fs.readdir(dir)
    if (!names.some((name) => name.startsWith('req_'))) return names.sort()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const overFiles: Script = async (address) => {
  const { dir } = address as { readonly dir: string }
  await put(dir, 'req_000002', JSON.stringify({ ...ask('two'), seq: 1 }))
  await put(dir, 'req_000001', JSON.stringify({ ...ask('one'), seq: 7 }))
  await put(dir, 'req_000003', '{')
  const names = await untilServed(dir)
  const answers = await Promise.all(names.map((name) => fs.readFile(path.join(dir, name), 'utf8')))
  return [names, answers.map((text) => Buffer.from(text, 'base64').toString('utf8'))]
}

interface Outcome {
  readonly answers: unknown
  readonly events: readonly string[]
}
const bodyOf =
  (spec: DispatcherSpec, script: Script, box: { answers?: unknown }): Body =>
  async (controls) => {
    const dispatcher = await startDispatcher(controls, spec)
    box.answers = await script(dispatcher.address)
    await dispatcher.close()
  }
/** Connection by connection: real time orders what happens on different ones. */
const told = (events: readonly HistoryEvent[]): string[] => {
  const connections = [...new Set(events.map(({ via }) => via?.connection))].sort()
  return connections.flatMap((name) => events.filter(({ via }) => via?.connection === name).map(brief))
}

const overReal = async (spec: DispatcherSpec, script: Script): Promise<Outcome> => {
  const box: { answers?: unknown } = {}
  const controls = await realControls()
  await bodyOf(spec, script, box)(controls)
  return { answers: box.answers, events: told(controls.events) }
}
const simulated = async (spec: DispatcherSpec, script: Script): Promise<Outcome> => {
  const box: { answers?: unknown } = {}
  const { end, history, leftovers } = await run(bodyOf(spec, script, box))
  expect(end).toEqual({ kind: 'completed', message: '' })
  expect(leftovers).toEqual([])
  return { answers: box.answers, events: told(history) }
}

const cases = Object.entries(overSockets).flatMap(([name, { spec, script }]) =>
  (['uds', 'tcp'] as const).map((transport) => ({
    name,
    transport,
    spec: mockDispatcher({ tools, transport, ...spec }),
    script,
  })),
)

it.each(cases)('$name over $transport: the same in both worlds', async ({ spec, script }) => {
  const real = await overReal(spec, script)
  expect(await simulated(spec, script)).toEqual(real)
  expect(real.events.length).toBeGreaterThan(1)
})

it.each(['fifo', 'concurrent'] as const)('files (%s): the same in both worlds', async (service) => {
  const spec = mockDispatcher({ tools, transport: 'file', service, delay: constantDelay(3) })
  const real = await overReal(spec, overFiles)
  const { answers, events } = await simulated(spec, overFiles)
  expect(answers).toEqual(real.answers)
  // Real requests may come to lie in two listings; what is recorded of each is the same.
  const unnumbered = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/files\/\d+/, 'files')).sort()
  expect(unnumbered(events)).toEqual(unnumbered(real.events))
})
