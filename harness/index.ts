// The public door. Hosts have a subpath each: `crosswire/vitest`; `crosswire/register` is loaded before the code under test.

export type { World } from './callers/world.js'
export { type Config, defineConfig } from './config/config.js'
export type {
  DelayProfile,
  DispatcherAddress,
  DispatcherSpec,
  FaultRule,
  ToolFunction,
  ToolSpec,
} from './core/dispatcher-spec.js'
export { ERROR_CODES, type ErrorCode, HarnessError } from './core/errors.js'
export type { End, Execution, Leftover, Step } from './core/execution.js'
export type { Call, HistoryEvent, Json } from './core/history.js'
export type { Counterexample, SearchReport } from './core/report.js'
export type { Controls, SimulatedProcess } from './core/runtime.js'
export type {
  AnyScenario,
  CallersSpec,
  Overrides,
  PythonParts,
  RaceId,
  Scenario,
  SubjectSource,
  Surroundings,
} from './core/scenario.js'
export type { Oracle, Outcome, Verdict } from './core/verdict.js'
export type { CallerPlan, Operation, Workload } from './core/workload.js'
export { bimodal, constantDelay, exponential, never, oneOf, uniform } from './dispatchers/delay-profiles.js'
export { crashes, disconnects, drops, duplicates, errors, garbles, halfOpens } from './dispatchers/faults.js'
export { mockDispatcher } from './dispatchers/mock-dispatcher.js'
export { type Phase, type Phases, type ScriptedPeerOptions, scriptedPeer } from './dispatchers/scripted-peer.js'
export { constant, echo, rejects, table } from './dispatchers/tools.js'
export { type Explored, type ExploreOptions, explore, type RaceBody } from './explore.js'
export {
  type AcknowledgedWritesOptions,
  type AmbientState,
  type AskedTogether,
  acknowledgedWrites,
  type Batch,
  type Delivery,
  type Done,
  type EmptiedOptions,
  type Entry,
  type ExactlyOnceOptions,
  emptied,
  exactlyOnce,
  type Given,
  type Held,
  type IsolationOptions,
  invariant,
  isolation,
  type LastCallWinsOptions,
  type LinearizableOptions,
  type Load,
  type LoadedOnceOptions,
  lastCallWins,
  linearizable,
  loadedOnce,
  type MutualExclusionOptions,
  models,
  mutualExclusion,
  type NonInterferenceOptions,
  type NoStaleReadOptions,
  type NothingComesBackOptions,
  neverSettles,
  noLeaks,
  nonInterference,
  noStaleRead,
  nothingComesBack,
  noUseAfterClose,
  type OneBatchOptions,
  type OneObjectPerKeyOptions,
  oneBatch,
  oneObjectPerKey,
  ownResponse,
  type Present,
  type RestoredOptions,
  recovers,
  restored,
  type Section,
  serialRequests,
  subjectErrors,
  type Touch,
  threw,
  type UniqueAnswersOptions,
  uniqueAnswers,
  type Version,
} from './oracles/index.js'
export { callers, inPython, type OfReleases, ofReleases, scenario } from './scenario.js'
