// What stands behind the plugin during one `fc.assert` or `fc.check`.
import type fc from 'fast-check'
import type { PropertyOptions } from './property-settings.js'
import type { Outcome, Predicate } from './property-subject.js'
import type { Where } from './where.js'

/** Of `fc.check`, whatever the values are. */
export type Details = Pick<
  fc.RunDetails<unknown>,
  'failed' | 'interrupted' | 'numRuns' | 'numSkips' | 'seed' | 'counterexamplePath' | 'errorInstance'
> & { readonly runConfiguration: TimeLimits }

/** Parameters that count real time around one run of the predicate, which here is an execution in virtual time. */
export type TimeLimits = Pick<fc.Parameters<unknown>, 'timeout' | 'interruptAfterTimeLimit' | 'skipAllAfterTimeLimit'>

export interface Assessment {
  /** In the place of one run of the predicate. Never rejects. */
  run(predicate: Predicate, value: unknown): Promise<Outcome>
  /**
   * Called once, when fast-check is done. Puts the failure that was found in the place of the error that fast-check has seen; rejects with
   * what is no failure of the property: a `HarnessError`, or a `RaceError` where nothing can be said of it.
   */
  complete(details: Details): Promise<void>
}

export interface Asserted {
  readonly options: PropertyOptions
  readonly where: Where
  /** Stack of whoever made the plugin. */
  readonly declaredAt: string
}
