// The oracles that judge every execution, unless a scenario brings its own of the same name.
import type { Oracle } from '../core/verdict.js'
import { type NoLeaksOptions, noLeaks } from './leaks.js'
import { neverSettles } from './never-settles.js'
import { type OwnResponseOptions, ownResponse } from './own-response.js'
import { subjectErrors } from './subject-errors.js'
import { threw } from './threw.js'

export interface DefaultOraclesOptions {
  readonly ownResponse?: OwnResponseOptions
  readonly leaks?: NoLeaksOptions
}

/** What an end means by itself: these belong to every search, whatever a scenario lists. */
export const endOracles = (): Oracle[] => [threw(), subjectErrors(), neverSettles()]

/** On by default: own-response, threw, subject-errors, never-settles, leaks. In the order in which a report leads with them. */
export const defaultOracles = (options: DefaultOraclesOptions = {}): Oracle[] => [
  ownResponse(options.ownResponse),
  ...endOracles(),
  noLeaks(options.leaks),
]

/** `own` and, behind them, those of the end oracles that are not among them by name. */
export const withEndOracles = (own: readonly Oracle[]): Oracle[] => [
  ...own,
  ...endOracles().filter(({ name }) => !own.some((oracle) => oracle.name === name)),
]
