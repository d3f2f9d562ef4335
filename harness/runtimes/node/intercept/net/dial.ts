// Connecting: the system answers at once, both sides hear of it in tasks of their own, first the one that listens.
import type { Kernel, Task } from '../../kernel/types.js'
import { markControlled } from '../controlled.js'
import { type Request, uv } from './bindings.js'
import { armFault, type Connection, createConnection } from './connection.js'
import type { Guest, Listener } from './listener.js'
import { networkOf } from './network.js'
import type { StreamHandle } from './stream-handle.js'

const ECONNREFUSED = uv('ECONNREFUSED')
const EAGAIN = uv('EAGAIN')

export interface Call {
  readonly kernel: Kernel
  readonly label: string
  readonly remote: boolean
  readonly listener: Listener | null
  /** The error where nobody listens. */
  readonly absent: number
  /** Makes the server's side, once it accepts. */
  readonly welcome: (connection: Connection) => StreamHandle
}

type Outcome = 'none' | 'refuse' | 'reset' | 'half-open'

/** Connects `client`; `request` is completed by a task. */
export const dial = (client: StreamHandle, request: Request, call: Call): void => {
  const { kernel, label, listener, remote } = call
  client.connecting = request
  markControlled(request)
  const names: Outcome[] = ['none', ...kernel.faults]
  const fault = names[listener === null ? 0 : kernel.choose('fault', `net.connect ${label}`, names)] as Outcome
  const go = (): void => {
    if (client.connecting !== request) return
    // A full backlog: a client on this machine is told, one on the network tries again.
    if (listener?.isFull && remote && !listener.closed) listener.whenRoom(() => client.scope.runInAsyncScope(go))
    else if (listener === null) complete(client, request, call, call.absent)
    else if (listener.closed || fault === 'refuse') complete(client, request, call, ECONNREFUSED)
    else if (listener.isFull) complete(client, request, call, EAGAIN)
    else establish(client, request, { ...call, listener }, fault)
  }
  go()
}

const establish = (
  client: StreamHandle,
  request: Request,
  call: Call & { readonly listener: Listener },
  fault: Outcome,
): void => {
  const { kernel, label, listener, remote } = call
  const guest: Guest = { connection: null, welcome: () => call.welcome(guest.connection as Connection) }
  listener.enter(guest)
  const { actor } = complete(client, request, call, 0)
  const connection = createConnection(kernel, connectionName(kernel, label, actor), remote)
  guest.connection = connection
  client.rename(connection.name)
  client.join(connection.s2c, connection.c2s)
  if (fault === 'reset' || fault === 'half-open') armFault(kernel, connection, fault)
}

/** Stable: the address, and which connection of this actor to it. */
const connectionName = (kernel: Kernel, label: string, actor: string): string => {
  const name = `${label} ${actor}`
  const count = networkOf(kernel).count(name)
  return count === 1 ? name : `${name}#${count}`
}

/** Posts the outcome, for the actor that connects. */
const complete = (client: StreamHandle, request: Request, { kernel, label }: Call, status: number): Task => {
  const run = (): void => {
    if (client.connecting !== request) return
    client.connecting = null
    // Broken since: that is noticed first.
    request.oncomplete?.(status === 0 ? client.broken : status, client, request, true, true)
  }
  // An error is fed back at once, an established connection is found by polling.
  return kernel.once(status === 0 ? 'io' : 'pending', `net.connect ${label}`, run, client.scope, { on: label, write: true })
}
