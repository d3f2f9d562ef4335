// The programs, by file. Each is loaded once the interceptions are in place, as a test's own code is.
import '../../../harness/register.js'
import type { PackageProgram } from '../tour.js'

const PROGRAMS = {
  'node-http': () => import('./node-http.js'),
  'p-queue': () => import('./p-queue.js'),
  bottleneck: () => import('./bottleneck.js'),
  'generic-pool': () => import('./generic-pool.js'),
  'lru-cache': () => import('./lru-cache.js'),
  'async-mutex': () => import('./async-mutex.js'),
} satisfies Record<string, () => Promise<{ readonly program: PackageProgram }>>

export type ProgramName = keyof typeof PROGRAMS

export const loadProgram = async (name: ProgramName): Promise<PackageProgram> => (await PROGRAMS[name]()).program
