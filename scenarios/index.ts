// The registry: every scenario that comes with crosswire. Adding one here adds its tests and its line in `crosswire list`.
import type { AnyScenario } from '../harness/index.js'

export { type Published, ZOO } from './npm/zoo.js'

/** By name, in the order in which they are told. Loaded when asked for: whoever searches one has not to wait for the others. */
export const SCENARIOS: Readonly<Record<string, () => Promise<{ readonly default: AnyScenario }>>> = {
  'rpc-shared-socket': () => import('./rpc-shared-socket/scenario.js'),
  'rpc-shared-socket-python': () => import('./rpc-shared-socket-python/scenario.js'),
  'rpc-file-sequence': () => import('./rpc-file-sequence/scenario.js'),
  'rpc-file-sequence-python': () => import('./rpc-file-sequence-python/scenario.js'),
  'npm/mcp-sdk-shared-transport': () => import('./npm/mcp-sdk-shared-transport/scenario.js'),
  'npm/vscode-jsonrpc-1474': () => import('./npm/vscode-jsonrpc-1474/scenario.js'),
  'npm/ioredis-800': () => import('./npm/ioredis-800/scenario.js'),
  'npm/write-file-atomic-queue': () => import('./npm/write-file-atomic-queue/scenario.js'),
  'npm/mkdirp-2': () => import('./npm/mkdirp-2/scenario.js'),
  'npm/async-mutex-52': () => import('./npm/async-mutex-52/scenario.js'),
  'npm/get-port-23': () => import('./npm/get-port-23/scenario.js'),
  'npm/cacheable-888': () => import('./npm/cacheable-888/scenario.js'),
  'npm/cacheable-888-invalidate': () => import('./npm/cacheable-888-invalidate/scenario.js'),
  'npm/lru-cache-388': () => import('./npm/lru-cache-388/scenario.js'),
  'npm/dataloader-97': () => import('./npm/dataloader-97/scenario.js'),
  'npm/tarn-61': () => import('./npm/tarn-61/scenario.js'),
  'npm/swr-cache-48': () => import('./npm/swr-cache-48/scenario.js'),
  'npm/session-file-store-55': () => import('./npm/session-file-store-55/scenario.js'),
  'npm/express-session-lost-update': () => import('./npm/express-session-lost-update/scenario.js'),
  'npm/socketio-4136': () => import('./npm/socketio-4136/scenario.js'),
  'npm/mcp-server-memory-2579': () => import('./npm/mcp-server-memory-2579/scenario.js'),
  'session-reap': () => import('./session-reap/scenario.js'),
  'session-resume': () => import('./session-resume/scenario.js'),
  'session-worker': () => import('./session-worker/scenario.js'),
  'session-teardown': () => import('./session-teardown/scenario.js'),
  'session-stall': () => import('./session-stall/scenario.js'),
  'session-list': () => import('./session-list/scenario.js'),
  'approval-context': () => import('./approval-context/scenario.js'),
  'approval-routing': () => import('./approval-routing/scenario.js'),
  'cache-get-or-create': () => import('./cache-get-or-create/scenario.js'),
  'cache-get-or-create-python': () => import('./cache-get-or-create-python/scenario.js'),
  'cache-delete': () => import('./cache-delete/scenario.js'),
  'cache-delete-python': () => import('./cache-delete-python/scenario.js'),
  'cache-new-session': () => import('./cache-new-session/scenario.js'),
  'cache-new-session-python': () => import('./cache-new-session-python/scenario.js'),
  'cache-flush': () => import('./cache-flush/scenario.js'),
  'cache-flush-python': () => import('./cache-flush-python/scenario.js'),
  'job-remove': () => import('./job-remove/scenario.js'),
  'job-remove-python': () => import('./job-remove-python/scenario.js'),
}

/** About releases of others, which are fetched from the package index: each by its name alone, and not among all. */
export const OF_RELEASES: typeof SCENARIOS = {
  'hermes-tui': () => import('./hermes-agent/hermes-tui/scenario.js'),
}

export const allScenarios = async (): Promise<readonly AnyScenario[]> =>
  Promise.all(Object.values(SCENARIOS).map(async (load) => (await load()).default))
