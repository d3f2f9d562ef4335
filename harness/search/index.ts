// The room of the search: what the cli and the hosts build on.
export { type BudgetSpec, parseBudget } from './budget.js'
export type { ConfirmFresh } from './confirm.js'
export { DEFAULT_BUDGET, DEFAULT_SCHEDULES, type SearchOptions } from './options.js'
export { type Divergence, type ReplayOptions, type ReplayOutcome, type ReplayResult, replay } from './replay.js'
export { replayedCounterexample, replayedReport } from './replayed.js'
export { search } from './search.js'
export { type Environment, fromEnvironment, parseSeed, wholeNumber } from './settings.js'
export { type Candidate, drive, type Pass, type Trial } from './shrink/pass.js'
export {
  type ExecutableSubject,
  fixedWorkload,
  type SearchSubject,
  type WorkloadSource,
} from './subject.js'
export { decodeToken, encodeToken, parseContent, type TokenContent } from './token.js'
