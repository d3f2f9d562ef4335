// A peer that writes exactly the bytes it is told to, over a real unix socket: for what a well-behaved dispatcher never does.
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Peer {
  readonly address: { readonly path: string }
  /** Request lines, as they came. */
  readonly requests: readonly string[]
  /** Ends the connections that are open, as a dispatcher that is restarted does. */
  disconnect(): void
  close(): Promise<void>
}

/** Called for each request line; writes what it likes, in pieces if it likes. */
export type Handler = (line: string, socket: net.Socket) => void | Promise<void>

/** A folder of its own under the system's temporary one, removed by `remove`. */
export const folder = (): { readonly dir: string; remove(): void } => {
  const dir = mkdtempSync(join(tmpdir(), 'crosswire-scenarios-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

export const startPeer = async (handle: Handler): Promise<Peer> => {
  const { dir, remove } = folder()
  const path = join(dir, 'peer.sock')
  const requests: string[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        requests.push(line)
        void handle(line, socket)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: { path },
    requests,
    disconnect,
    close: () =>
      new Promise((resolve) => {
        disconnect()
        server.close(() => {
          remove()
          resolve()
        })
      }),
  }
}

/** Long enough for the other side of a socket in this process to read what was written: a poll phase lies between two immediates. */
export const untilRead = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
