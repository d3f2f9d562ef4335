// Who listens where in one execution. Nothing of it outlives the execution.
import net from 'node:net'
import { resolve } from 'node:path'
import { baseDirectory } from '../../files/directory.js'
import { realFs } from '../../files/real-fs.js'
import type { Kernel } from '../../kernel/types.js'
import { uv } from './bindings.js'
import type { Listener } from './listener.js'
import { portLabel } from './names.js'

const EADDRINUSE = uv('EADDRINUSE')

/** A listener on a port, with the address it has bound. */
export interface Bound {
  readonly listener: Listener
  readonly address: string
  readonly v6Only: boolean
}

export interface Network {
  /** 0, or the error of `bind`. */
  bindPort(port: number, bound: Bound): number
  unbindPort(port: number, listener: Listener): void
  /** Whoever takes connections to `address`, an IP address. */
  atPort(address: string, port: number): Bound | undefined
  /** The name of a port in keys, whether or not somebody still listens there. */
  labelAt(port: number): string
  bindPath(path: string, listener: Listener): number
  unbindPath(path: string, listener: Listener): void
  atPath(path: string): { readonly listener: Listener | undefined; readonly exists: boolean }
  /** The n-th time (from 1) that this is asked about `name`. */
  count(name: string): number
}

const KEY = Symbol('network')

export const networkOf = (kernel: Kernel): Network => {
  const known = kernel.notes.get(KEY) as Network | undefined
  if (known !== undefined) return known
  const network = { ...ports(), ...paths(), count: counter() }
  kernel.notes.set(KEY, network)
  return network
}

const counter = (): ((name: string) => number) => {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }
}

type Ports = Pick<Network, 'bindPort' | 'unbindPort' | 'atPort' | 'labelAt'>

const ports = (): Ports => {
  const byPort = new Map<number, Bound[]>()
  /** A port that was given out has another number in each execution: a client that comes too late must not be named by it. */
  const labels = new Map<number, string>()
  const at = (port: number): Bound[] => byPort.get(port) ?? []
  return {
    bindPort(port, bound) {
      if (at(port).some((other) => overlap(other, bound))) return EADDRINUSE
      byPort.set(port, [...at(port), bound])
      labels.set(port, bound.listener.label)
      return 0
    },
    unbindPort(port, listener) {
      byPort.set(
        port,
        at(port).filter((bound) => bound.listener !== listener),
      )
    },
    atPort: (address, port) => at(port).find((bound) => takes(bound, address)),
    labelAt: (port) => labels.get(port) ?? portLabel(port, false),
  }
}

const isAny = (address: string): boolean => address === '::' || address === '0.0.0.0'

const overlap = (a: Bound, b: Bound): boolean => takes(a, b.address) || takes(b, a.address)

/** `::` takes both families, unless it was bound for IPv6 alone. */
const takes = ({ address, v6Only }: Bound, wanted: string): boolean => {
  if (address === wanted) return true
  if (!isAny(address)) return false
  return address === '::' ? !v6Only || net.isIPv6(wanted) : net.isIPv4(wanted)
}

type Paths = Pick<Network, 'bindPath' | 'unbindPath' | 'atPath'>

/** A path in the execution's directory exists while somebody listens there, as a file; elsewhere it exists in memory alone. */
const paths = (): Paths => {
  const byPath = new Map<string, Listener>()
  return {
    bindPath(path, listener) {
      const key = keyOf(path)
      const error = isFile(key) ? place(key) : byPath.has(key) ? EADDRINUSE : 0
      if (error === 0) byPath.set(key, listener)
      return error
    },
    unbindPath(path, listener) {
      const key = keyOf(path)
      if (byPath.get(key) === listener) byPath.delete(key)
      // As libuv does: whoever's file it may be by now.
      if (isFile(key)) realFs.rmSync(key, { force: true })
    },
    atPath(path) {
      const key = keyOf(path)
      const listener = byPath.get(key)
      const exists = isFile(key) ? realFs.existsSync(key) : listener !== undefined
      return { listener: exists ? listener : undefined, exists }
    },
  }
}

const keyOf = (path: string): string => (path.startsWith('\0') ? path : resolve(path))

const isFile = (key: string): boolean => {
  const base = baseDirectory()
  return base !== null && key.startsWith(`${base}/`)
}

/** Creates the file that stands for a listening socket. */
const place = (path: string): number => {
  try {
    realFs.closeSync(realFs.openSync(path, 'wx', 0o755))
    return 0
  } catch (error) {
    const { code = 'EACCES' } = error as NodeJS.ErrnoException
    return code === 'EEXIST' ? EADDRINUSE : uv(code)
  }
}
