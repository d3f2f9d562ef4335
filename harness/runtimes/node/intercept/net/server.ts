// net.Server: inside an execution listen() puts a simulated handle under the server. All else is Node's.
import http from 'node:http'
import net from 'node:net'
import tls from 'node:tls'
import { current } from '../../kernel/current.js'
import { type Callable, replaceMethod, type Undo } from '../replace.js'
import { calm, hasConnections } from './http-connections.js'
import type { Listener } from './listener.js'
import { PipeListener } from './pipe.js'
import { TcpListener } from './tcp.js'

interface ServerInside {
  _handle: Listener | null
}

/** `_listen2` is what Node keeps for code that wraps it: the address is known there, the handle not yet made. */
type ListenArguments = readonly [
  address: string | null,
  port: number,
  addressType: number,
  backlog: unknown,
  fd?: number,
  flags?: number,
]

/** libuv's flag for `ipv6Only`. */
const V6_ONLY = 1

export const installServer = (): Undo => replaceMethod(net.Server.prototype, '_listen2', listen)

const listen = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    if (kernel === null) return Reflect.apply(original, this, args)
    const server = this as ServerInside
    const [address, port, addressType, backlog, fd, flags = 0] = args as unknown as ListenArguments
    if (server._handle !== null || typeof fd === 'number') kernel.escape('net.Server.listen on a handle of the system')
    else if (server instanceof tls.Server) kernel.escape('tls.Server.listen')
    // Who waits for a 408 would look like a deadlock.
    else if (server instanceof http.Server && !hasConnections()) kernel.escape('http.Server.listen')
    else if (port === -1) server._handle = new PipeListener(kernel, String(address))
    else server._handle = new TcpListener(kernel, { address: address ?? '::', port, v6Only: (flags & V6_ONLY) !== 0 })
    if (server instanceof http.Server) server.once('listening', () => calm(server, kernel))
    // Node names the address that it has bound itself where none was given.
    const bound = port !== -1 && address === null ? ['::', port, 6] : [address, port, addressType]
    return Reflect.apply(original, this, [...bound, backlog, fd, flags])
  }
