// What connections and listeners are called in keys and reports: by address kind and by the actor that connects, never by a counter
// of the whole process.
import { basename } from 'node:path'

/**
 * Ports at which a server listens that asked for any port: those that Linux gives out. All have five digits, so that texts which
 * hold one keep their length, and none is blocked by fetch (10080 is).
 */
const FIRST_PORT = 32_768
const LAST_PORT = 60_999
/** Where the clients' own ports begin; counted in each execution. */
const FIRST_CLIENT_PORT = 61_000

const KEY = Symbol.for('crosswire.ports')
/** One counter for the process, whichever copy of this module asks: a pool of the subject may remember a port. */
const counter = ((globalThis as { [KEY]?: { next: number } })[KEY] ??= { next: FIRST_PORT })

/** A port that no server had for a long while: 28,000 other ports come first. */
export const virtualPort = (): number => {
  const port = counter.next
  counter.next = port === LAST_PORT ? FIRST_PORT : port + 1
  return port
}

/** `count` from 1: the n-th client port of this execution. */
export const clientPort = (count: number): number => FIRST_CLIENT_PORT + ((count - 1) % (65_536 - FIRST_CLIENT_PORT))

/** The name of a socket file without its folder; of an abstract socket without its zero byte. */
export const pathLabel = (path: string): string => (path.startsWith('\0') ? `@${path.slice(1)}` : basename(path))

/** A port that the program has named is part of the name; one that it was given is not. */
export const portLabel = (port: number, given: boolean): string => (given ? 'tcp' : `tcp:${port}`)
