// The registry: every scenario that comes with crosswire. Adding one here adds its tests and its line in `crosswire list`.
import type { AnyScenario } from '../harness/index.js'
import approvalContext from './approval-context/scenario.js'
import approvalRouting from './approval-routing/scenario.js'
import cacheDelete from './cache-delete/scenario.js'
import cacheFlush from './cache-flush/scenario.js'
import cacheGetOrCreate from './cache-get-or-create/scenario.js'
import cacheNewSession from './cache-new-session/scenario.js'
import jobRemove from './job-remove/scenario.js'
import ioredis800 from './npm/ioredis-800/scenario.js'
import mcpSdkSharedTransport from './npm/mcp-sdk-shared-transport/scenario.js'
import vscodeJsonrpc1474 from './npm/vscode-jsonrpc-1474/scenario.js'
import rpcFileSequence from './rpc-file-sequence/scenario.js'
import rpcSharedSocket from './rpc-shared-socket/scenario.js'
import sessionList from './session-list/scenario.js'
import sessionReap from './session-reap/scenario.js'
import sessionResume from './session-resume/scenario.js'
import sessionStall from './session-stall/scenario.js'
import sessionTeardown from './session-teardown/scenario.js'
import sessionWorker from './session-worker/scenario.js'

export const scenarios: readonly AnyScenario[] = [
  rpcSharedSocket,
  rpcFileSequence,
  mcpSdkSharedTransport,
  vscodeJsonrpc1474,
  ioredis800,
  sessionReap,
  sessionResume,
  sessionWorker,
  sessionTeardown,
  sessionStall,
  sessionList,
  approvalContext,
  approvalRouting,
  cacheGetOrCreate,
  cacheDelete,
  cacheNewSession,
  cacheFlush,
  jobRemove,
]
