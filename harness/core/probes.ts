// What crosswire looks for in Node and in the system without being able to count on it, and what it does where that is missing.
import { HarnessError } from './errors.js'

export interface Probe {
  /** What is looked for, in code. */
  readonly looksFor: string
  /** What is so where it is there, and where it is not. */
  readonly has: string
  readonly lacks: string
  /** Without it something is refused by name, not done in another way. */
  readonly refuses?: boolean
}

/** The one list: `crosswire doctor` and the docs show it, and the tests run without all of it. */
export const PROBES = {
  drain: {
    looksFor: 'process._tickCallback',
    has: 'executions drain at once',
    lacks:
      'a turn of the real loop for each step: ten times slower; the same traces, but for what the garbage collector ends meanwhile',
  },
  files: {
    looksFor: "process.binding('fs')",
    has: 'asynchronous file operations are controlled',
    lacks: 'asynchronous file operations are refused',
    refuses: true,
  },
  sockets: {
    looksFor: "process.binding('stream_wrap'), symbols of net.Socket",
    has: 'sockets, servers and child programs are simulated',
    lacks: 'sockets, servers and child programs are refused',
    refuses: true,
  },
  compression: {
    looksFor: "process.binding('zlib')",
    has: 'compression is controlled',
    lacks: 'compression is refused',
    refuses: true,
  },
  connections: {
    looksFor: "the symbol 'http.server.connections'",
    has: 'http servers are simulated',
    lacks: 'http servers are refused',
    refuses: true,
  },
  ports: {
    looksFor: "the symbol 'kCreateEvent' of MessagePort",
    has: 'events of message ports carry the ports that were transferred',
    lacks: 'events of message ports carry no ports, their data does',
  },
  natives: {
    looksFor: 'async_hooks.createHook that sees native objects',
    has: 'a deadlock is claimed when no native work is outstanding; such work is refused with its place',
    lacks: 'a deadlock is claimed after a second of real turns; native work that moves something is refused without its place',
  },
  requests: {
    looksFor: 'process.getActiveResourcesInfo',
    has: 'an execution begins once the files are read that modules have begun to read',
    lacks: 'an execution does not wait for what modules have begun',
  },
  memory: {
    looksFor: '/dev/shm',
    has: 'executions have their directories in memory',
    lacks: 'executions have their directories on disk: slower',
  },
  proc: {
    looksFor: '/proc',
    has: 'processes are told apart by namespace and start, threads by their CPU time; what real runs leave open is seen',
    lacks:
      'processes are told apart by pid alone, threads are watched in real time; open files and processes of real runs are not seen',
  },
} as const satisfies Record<string, Probe>

export type ProbeName = keyof typeof PROBES
export const PROBE_NAMES = Object.keys(PROBES) as readonly ProbeName[]

const namesIn = (text: string): string[] => text.split(',').filter((name) => name !== '')

/** What `CROSSWIRE_WITHOUT` has taken for absent, whatever a probe would find: names with commas between them, or `all`. For tests. */
export const takenForAbsent = (text = ''): ReadonlySet<string> => new Set(text === 'all' ? PROBE_NAMES : namesIn(text))

/** Throws `BAD_OPTION` where that variable names what is not looked for: a test would show nothing. */
export const assertProbeNames = (text = ''): void => {
  const wrong = text === 'all' ? undefined : namesIn(text).find((name) => !Object.hasOwn(PROBES, name))
  if (wrong === undefined) return
  throw new HarnessError('BAD_OPTION', `CROSSWIRE_WITHOUT names what is not looked for: ${wrong}`, {
    found: wrong,
    expected: `all, or some of ${PROBE_NAMES.join(', ')}`,
    remedy: 'leave it out: it is for tests',
  })
}
