// Network in memory: TCP and unix sockets under Node's own, unmodified stream code.
import type { Install } from '../../kernel/types.js'
import { undoAll } from '../replace.js'
import { installHttpConnections } from './http-connections.js'
import { installLookup } from './lookup.js'
import { installServer } from './server.js'
import { installSocket } from './socket.js'

export { PipeHandle, pipePair } from './pipe.js'

/**
 * Sockets and servers of an execution live in memory: `connect()` and `listen()` put a simulated handle under the instance,
 * which keeps it for good; prototypes, classes and events are Node's. Outside of executions nothing changes.
 */
export const installNet: Install = () => undoAll([installLookup(), installServer(), installSocket(), installHttpConnections()])
