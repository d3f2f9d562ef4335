// The room of the search: what the cli and the hosts build on.
export { type Account, emptyAccount, findingOf, numbered } from './account.js'
export type { Divergence } from './attempt.js'
export { type Budget, type BudgetSpec, parseBudget, startBudget } from './budget.js'
export type { ConfirmFresh } from './confirm.js'
export { createExecutor } from './executor.js'
export type { Finding } from './finding.js'
export { createHunt, type During, type Explored, type Hunt } from './hunt.js'
export { byKind, kindOf, untoldNotes } from './kinds.js'
export { distinct, withTokens } from './make-distinct.js'
export { mergeShares } from './merge.js'
export { DEFAULT_BUDGET, DEFAULT_SCHEDULES, DEFAULT_SHRINK_AT_MOST, type HuntOptions, type SearchOptions } from './options.js'
export { brokenBecause, pack, unpack } from './packed.js'
export { createPlan, type Plan, type Settled } from './plan.js'
export { nowAndThen } from './progress.js'
export type { ReplayOutcome } from './race-files/replay-race.js'
export { type ReplayOptions, type ReplayResult, replay } from './replay.js'
export { replayedCounterexample, replayedReport } from './replayed.js'
export { halfDone, isSpent, reportOf, stoppedBy } from './report.js'
export { search } from './search.js'
export { type Environment, fromEnvironment, parseSeed, wholeNumber } from './settings.js'
export { cutOf, type Shard, type Share } from './share.js'
export { type Candidate, drive, type Pass, type Trial } from './shrink/pass.js'
export {
  type ExecutableSubject,
  fixedWorkload,
  type SearchSubject,
  type WorkloadSource,
} from './subject.js'
export { factsOf, type SubjectFacts } from './subject-facts.js'
export { supplyOf } from './supply.js'
export { decodeToken, encodeToken, parseContent, type TokenContent } from './token.js'
