// Prints the keys of all steps of some bodies under some schedules: a program of its own, since it is run on each major of Node.
import { once } from 'node:events'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import { scenarioBody } from '../../harness/callers/run-workload.js'
import { sampleWorkloads } from '../../harness/callers/workloads.js'
import { calm } from '../../harness/core/policy.js'
import type { Body } from '../../harness/core/runtime.js'
import scenario from '../../scenarios/rpc-shared-socket/scenario.js'
import { randomWalk, run } from '../support/run.js'

const SEEDS = 20

const twice = (work: () => Promise<unknown>): Promise<unknown> => Promise.all([work(), work()])

const bodies: Readonly<Record<string, Body>> = {
  'timers, immediates and ticks': async (controls) => {
    const caller = async () => {
      await delay(5)
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => process.nextTick(resolve))
      await controls.pause('thinking')
    }
    await Promise.all(['ann', 'bob'].map((name) => controls.as(name, caller)))
  },
  'files by promise': async (controls) => {
    const file = `${controls.dir()}/f`
    await twice(async () => {
      await fsp.writeFile(file, 'some text')
      const handle = await fsp.open(file, 'r+')
      await handle.stat()
      await handle.close()
      await fsp.readFile(file, 'utf8')
    })
    await fsp.mkdir(`${controls.dir()}/a/b`, { recursive: true })
    await fsp.rm(`${controls.dir()}/a`, { recursive: true })
  },
  'files by callback': async (controls) => {
    const file = `${controls.dir()}/f`
    await twice(async () => {
      await promisify(fs.writeFile)(file, 'some text')
      await promisify(fs.readFile)(file)
      await promisify(fs.stat)(file)
    })
  },
  'files by stream': async (controls) => {
    const file = `${controls.dir()}/f`
    await once(fs.createWriteStream(file).end('some text'), 'close')
    for await (const _chunk of fs.createReadStream(file));
  },
  // Nobody closes: what libuv says of a hang-up has changed with Node 24, for real sockets too.
  sockets: async (controls) => {
    const server = net.createServer((socket) => socket.pipe(socket))
    server.listen(`${controls.dir()}/s.sock`)
    await once(server, 'listening')
    await twice(async () => {
      const socket = net.connect(`${controls.dir()}/s.sock`)
      socket.write('hello')
      let answer = ''
      for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
        answer += chunk
        if (answer === 'hello') break
      }
    })
  },
  'message ports and compression': async () => {
    const { port1, port2 } = new MessageChannel()
    port1.postMessage('hello')
    await Promise.all([once(port2, 'message'), promisify(gzip)('text'), promisify(gzip)('text')])
    port1.close()
    await once(port2, 'close')
  },
}

const variant = await scenario.variants.fixed?.()
const workloads = sampleWorkloads(scenario.callers, 1, 3).map(scenarioBody(scenario, variant, scenario.overrides?.fixed))
const all = Object.entries({
  ...bodies,
  ...Object.fromEntries(workloads.map((body, i) => [`rpc-shared-socket, workload ${i}`, body])),
})

const keys: Record<string, string[]> = {}
for (const [name, body] of all) {
  // Lazy initialisation makes the first execution unlike the others.
  await run(body)
  const policies = [calm, ...Array.from({ length: SEEDS }, (_, seed) => randomWalk(seed))]
  keys[name] = []
  for (const policy of policies) {
    const { end, steps } = await run(body, policy, { record: true })
    keys[name].push(`${end.kind}: ${steps.map(({ key }) => key).join(', ')}`)
  }
}
process.stdout.write(JSON.stringify(keys), () => process.exit())
