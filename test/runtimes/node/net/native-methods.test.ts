// A simulated TCP handle has Node's native class behind it (`instanceof TCP` is asked), whose methods work on native handles alone:
// each one that this Node has must be answered by ours in front of it. A newer Node that grows one shows here, by its name.
import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { tcpPrototype } from '../../../../harness/runtimes/node/intercept/net/bindings.js'
import { inside } from '../../../support/inside.js'

/** Never asked of a connection: a server has a handle of its own; TLS and debuggers take the stream itself; `owner` is a name of old. */
const NEVER_ASKED = new Set(['constructor', 'listen', '_externalStream', 'getAsyncContextFrameForDebuggingOnly', 'owner'])

const chainOf = (prototype: object | null): object[] =>
  prototype === null || prototype === Object.prototype ? [] : [prototype, ...chainOf(Object.getPrototypeOf(prototype))]

const NATIVE = chainOf(tcpPrototype)

/** Which object answers for `name`: the first of the chain that has it. */
const answers = (handle: object, name: PropertyKey): object | undefined =>
  [handle, ...chainOf(Object.getPrototypeOf(handle))].find((each) => Object.hasOwn(each, name))

test('no method of the native class is reached', async () => {
  const handle = await inside(async () => {
    const server = net.createServer().listen(0)
    await once(server, 'listening')
    const client = net.connect((server.address() as net.AddressInfo).port)
    await once(client, 'connect')
    const { _handle } = client as unknown as { _handle: object }
    client.destroy()
    server.close()
    return _handle
  })
  const names = [...new Set(NATIVE.flatMap((prototype) => Object.getOwnPropertyNames(prototype)))]
  expect(names.length).toBeGreaterThan(20)
  const native = names.filter((name) => !NEVER_ASKED.has(name) && NATIVE.includes(answers(handle, name) as object))
  expect(native).toEqual([])
})
