// TCP in memory: addresses, ports, and what only a network can do (a reset, a first write into the void).
import net from 'node:net'
import type { Kernel } from '../../kernel/types.js'
import { type Request, tcpPrototype, uv } from './bindings.js'
import type { Connection } from './connection.js'
import { denied } from './denied.js'
import { dial } from './dial.js'
import { Handle } from './handle.js'
import { Listener } from './listener.js'
import { isLoopbackAddress, meantAddress } from './lookup.js'
import { clientPort, portLabel, virtualPort } from './names.js'
import { type Bound, networkOf } from './network.js'
import { StreamHandle } from './stream-handle.js'

interface Name {
  readonly address: string
  readonly port: number
}

/** What `getsockname` and `getpeername` fill in. */
interface Out {
  address?: string
  family?: string
  port?: number
}

export class TcpHandle extends StreamHandle {
  protected readonly remote = true
  private local: Name | null = null
  private peer: Name | null = null

  open(): number {
    return uv('ENOTSUP')
  }

  bind(address: string, port: number): number {
    this.local = { address, port: port === 0 ? this.nextPort() : port }
    return 0
  }

  bind6(address: string, port: number): number {
    return this.bind(address, port)
  }

  connect(request: Request, address: string, port: number): number {
    const { kernel } = this
    const target = meantAddress(address)
    const bound = networkOf(kernel).atPort(target, port)
    if (bound === undefined && !isLoopbackAddress(target)) throw denied(kernel, `${address}:${port}`)
    this.local ??= { address: net.isIPv6(target) ? '::1' : '127.0.0.1', port: this.nextPort() }
    this.peer = { address: target, port }
    dial(this, request, {
      kernel,
      label: bound?.listener.label ?? networkOf(kernel).labelAt(port),
      remote: true,
      listener: bound?.listener ?? null,
      absent: uv('ECONNREFUSED'),
      welcome: (connection) => this.counterpart(connection, bound as Bound),
    })
    return 0
  }

  connect6(request: Request, address: string, port: number): number {
    return this.connect(request, address, port)
  }

  /** The handle of the server's side. A server that listens on `::` sees IPv4 clients by their mapped addresses. */
  private counterpart(connection: Connection, { address }: Bound): TcpHandle {
    const handle = new TcpHandle(this.kernel, `${connection.name} (accepted)`)
    const seen = (name: Name): Name => (address === '::' ? { ...name, address: mapped(name.address) } : name)
    handle.local = seen(this.peer as Name)
    handle.peer = seen(this.local as Name)
    handle.join(connection.c2s, connection.s2c)
    return handle
  }

  private nextPort(): number {
    return clientPort(networkOf(this.kernel).count('client port'))
  }

  getsockname(out: Out): number {
    return fill(out, this.local)
  }

  getpeername(out: Out): number {
    return fill(out, this.peer)
  }

  setNoDelay(): number {
    return 0
  }

  setKeepAlive(): number {
    return 0
  }

  /** Asked by the fetch of newer Nodes. */
  setTypeOfService(): number {
    return 0
  }

  getTypeOfService(): number {
    return 0
  }

  reset(callback?: () => void): number {
    this.shut(true, callback)
    return 0
  }
}

// `instanceof TCP` decides in Node whether a socket can be reset: our methods, in front of the native class.
const methods = [Handle, StreamHandle].map(({ prototype }) => Object.getOwnPropertyDescriptors(prototype))
Object.setPrototypeOf(TcpHandle.prototype, Object.create(tcpPrototype, Object.assign({}, ...methods)) as object)

export class TcpListener extends Listener {
  readonly address: string
  port: number
  private readonly v6Only: boolean

  /** `port` 0: any free one. */
  constructor(kernel: Kernel, { address, port, v6Only }: { address: string; port: number; v6Only: boolean }) {
    super(kernel, portLabel(port, port === 0))
    this.address = address
    this.port = port
    this.v6Only = v6Only
  }

  protected bind(): number {
    if (this.port !== 0) return this.take(this.port)
    do this.port = virtualPort()
    while (this.take(this.port) !== 0)
    return 0
  }

  private take(port: number): number {
    const { address, v6Only } = this
    return networkOf(this.kernel).bindPort(port, { listener: this, address, v6Only })
  }

  protected unbind(): void {
    networkOf(this.kernel).unbindPort(this.port, this)
  }

  getsockname(out: Out): number {
    return fill(out, this)
  }
}

const fill = (out: Out, name: Name | null): number => {
  if (name === null) return uv('ENOTCONN')
  out.address = name.address
  out.family = net.isIPv6(name.address) ? 'IPv6' : 'IPv4'
  out.port = name.port
  return 0
}

const mapped = (address: string): string => (net.isIPv4(address) ? `::ffff:${address}` : address)
