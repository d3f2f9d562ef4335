// The programs, by file. Each is loaded once the interceptions are in place, as a test's own code is.
import '../../../harness/register.js'
import type { PackageProgram } from '../tour.js'

const PROGRAMS = {
  'node-http': () => import('./node-http.js'),
  undici: () => import('./undici.js'),
  fetch: () => import('./fetch.js'),
  express: () => import('./express.js'),
  'socket-io': () => import('./socket-io.js'),
  ioredis: () => import('./ioredis.js'),
  ws: () => import('./ws.js'),
  'vscode-jsonrpc-socket': () => import('./vscode-jsonrpc-socket.js'),
  'vscode-jsonrpc-stdio': () => import('./vscode-jsonrpc-stdio.js'),
  'mcp-memory': () => import('./mcp-memory.js'),
  'mcp-stdio': () => import('./mcp-stdio.js'),
  'mcp-http': () => import('./mcp-http.js'),
  'p-queue': () => import('./p-queue.js'),
  bottleneck: () => import('./bottleneck.js'),
  'generic-pool': () => import('./generic-pool.js'),
  'lru-cache': () => import('./lru-cache.js'),
  'async-mutex': () => import('./async-mutex.js'),
} satisfies Record<string, () => Promise<{ readonly program: PackageProgram }>>

export type ProgramName = keyof typeof PROGRAMS

export const loadProgram = async (name: ProgramName): Promise<PackageProgram> => (await PROGRAMS[name]()).program
