// Network in memory: TCP and unix sockets under Node's own, unmodified stream code.
import dns from 'node:dns'
import net from 'node:net'
import type { Install } from '../../kernel/types.js'
import { escaping } from '../escaping.js'
import { replaceMethod, type Undo, undoAll } from '../replace.js'
import { hasSockets } from './bindings.js'
import { installHttpConnections } from './http-connections.js'
import { installLookup } from './lookup.js'
import { installServer } from './server.js'
import { installSocket } from './socket.js'

export { hasSockets } from './bindings.js'
export { hasConnections } from './http-connections.js'
export { PipeHandle, pipePair } from './pipe.js'

/**
 * Sockets and servers of an execution live in memory: `connect()` and `listen()` put a simulated handle under the instance,
 * which keeps it for good; prototypes, classes and events are Node's. Outside of executions nothing changes. Where Node keeps what
 * that needs to itself, connecting, listening and looking up are refused by name.
 */
export const installNet: Install = () =>
  hasSockets() ? undoAll([installLookup(), installServer(), installSocket(), installHttpConnections()]) : refuseSockets()

const refuseSockets = (): Undo => {
  const faces: readonly (readonly [object, string, string])[] = [
    [net.Socket.prototype, 'connect', 'net.connect'],
    [net.Server.prototype, 'listen', 'net.Server.listen'],
    [dns, 'lookup', 'dns.lookup'],
    [dns.promises, 'lookup', 'dns.promises.lookup'],
  ]
  return undoAll(faces.map(([target, method, name]) => replaceMethod(target, method, escaping(name))))
}
