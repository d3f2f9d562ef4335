// How a scenario file says what it is: identities that give its parts their types.
import type { CallersSpec, Scenario } from './core/scenario.js'

/** Types a scenario; returns it as it is. It is checked when it is run, so that a mistake names its file. */
export const scenario = <Variant, Subject>(definition: Scenario<Variant, Subject>): Scenario<Variant, Subject> => definition

/** Types the workloads that a scenario draws; returns them as they are. */
export const callers = (spec: CallersSpec): CallersSpec => spec
