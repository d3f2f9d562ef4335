// The door of the oracles: everything that judges an execution.
export { type DefaultOraclesOptions, defaultOracles, endOracles, withEndOracles } from './defaults.js'
export { type Holds, invariant } from './invariant.js'
export { type LeakKind, type NoLeaksOptions, noLeaks } from './leaks.js'
export { neverSettles } from './never-settles.js'
export { type OwnResponseOptions, ownResponse } from './own-response.js'
export { serialRequests } from './serial-requests.js'
export { type SubjectErrorsOptions, subjectErrors } from './subject-errors.js'
export { threw } from './threw.js'
