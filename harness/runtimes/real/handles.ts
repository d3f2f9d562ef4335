// Node's own handles, as far as a report needs them: of what kind, under what name, whether they are still open, how they are closed.
import type { Leftover } from '../../core/execution.js'

/** What async hooks hand out: a timer, or the native handle behind a socket, a server, a program. */
export interface Handle {
  readonly _idleTimeout?: number
  readonly _idleStart?: number
  readonly _destroyed?: boolean
  readonly _repeat?: number | null
  /** Of a job in the thread pool: told when it is done. */
  readonly ondone?: unknown
  hasRef?(): boolean
  close?(): void
}

/** The object of the public API that a native handle belongs to. */
interface Owner {
  readonly _handle?: unknown
  readonly remoteAddress?: string
  readonly remotePort?: number
  readonly localPort?: number
  readonly pid?: number
  readonly spawnfile?: string
  readonly exitCode?: number | null
  readonly signalCode?: string | null
  address?(): unknown
  destroy?(): void
  close?(): void
  kill?(signal: string): void
  terminate?(): void
}

const KINDS: Readonly<Record<string, Leftover['kind']>> = {
  TCPWRAP: 'socket',
  PIPEWRAP: 'socket',
  UDPWRAP: 'socket',
  TCPSERVERWRAP: 'server',
  PIPESERVERWRAP: 'server',
  PROCESSWRAP: 'process',
  WORKER: 'process',
  MESSAGEPORT: 'port',
  FSEVENTWRAP: 'file',
  STATWATCHER: 'file',
  Timeout: 'timer',
  Immediate: 'immediate',
}

/** `null`: nothing that a subject could have closed. */
export const kindOf = (type: string): Leftover['kind'] | null => KINDS[type] ?? null

const ownerOf = (handle: Handle): Owner | undefined => {
  const symbol = Object.getOwnPropertySymbols(handle).find(({ description }) => description === 'owner_symbol')
  return symbol === undefined ? undefined : (handle as unknown as Record<symbol, Owner | undefined>)[symbol]
}

/** A closed handle is told from one that nobody refers to by its owner, who has let go of it. */
export const isAlive = (type: string, handle: Handle): boolean => {
  if (handle._destroyed !== undefined) return !handle._destroyed
  const owner = ownerOf(handle)
  // A thread has ports of its own, which keep nothing alive.
  if (type === 'MESSAGEPORT' || owner === undefined) return handle.hasRef?.() ?? true
  if (type === 'PROCESSWRAP') return owner.exitCode === null && owner.signalCode === null
  return owner._handle === undefined || owner._handle === handle
}

export const nameOf = (type: string, handle: Handle): string => {
  const owner = ownerOf(handle)
  switch (type) {
    case 'Timeout':
      return handle._repeat == null ? `timer ${handle._idleTimeout} ms` : `timer every ${handle._repeat} ms`
    case 'Immediate':
      return 'immediate'
    case 'WORKER':
      return 'process: a worker thread'
    case 'PROCESSWRAP':
      return `process ${owner?.spawnfile ?? ''} (pid ${owner?.pid ?? 'unknown'})`
    case 'TCPWRAP':
      return `socket ${owner?.remoteAddress === undefined ? 'without a peer' : `${owner.remoteAddress}:${owner.remotePort}`}`
    case 'TCPSERVERWRAP':
    case 'PIPESERVERWRAP':
      return `server ${addressText(owner?.address?.())}`
    case 'PIPEWRAP':
      return 'socket (unix)'
    case 'UDPWRAP':
      return 'socket (udp)'
    case 'MESSAGEPORT':
      return 'port'
    default:
      return 'file watcher'
  }
}

/** Both ends of a TCP connection, or where a server listens. */
export const portsOf = (handle: Handle): number[] => {
  const owner = ownerOf(handle)
  const { port } = (owner?.address?.() ?? {}) as { readonly port?: number }
  return [owner?.remotePort, owner?.localPort, port].filter((each): each is number => each !== undefined)
}

const addressText = (address: unknown): string => {
  const { address: host, port } = (address ?? {}) as { readonly address?: string; readonly port?: number }
  return typeof address === 'string' ? address : `${host ?? 'closed'}:${port ?? ''}`
}

/** Never throws: what is being torn down is in any state. */
export const closeHandle = (type: string, handle: Handle): void => {
  const owner = ownerOf(handle)
  try {
    if (type === 'Timeout') clearTimeout(handle as unknown as NodeJS.Timeout)
    else if (type === 'Immediate') clearImmediate(handle as unknown as NodeJS.Immediate)
    else if (type === 'PROCESSWRAP') owner?.kill?.('SIGKILL')
    else if (owner?.destroy !== undefined) owner.destroy()
    else if (owner?.terminate !== undefined) owner.terminate()
    else if (kindOf(type) !== null) (owner ?? handle).close?.()
  } catch {
    // It was being closed already.
  }
}
