// How a scenario file says what it is: identities that give its parts their types.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallersSpec, Scenario } from './core/scenario.js'
import { noteFolder } from './core/written-in.js'

/** Types a scenario; returns it as it is. It is checked when it is run, so that a mistake names its file. */
export const scenario = <Variant, Subject>(definition: Scenario<Variant, Subject>): Scenario<Variant, Subject> => {
  const file = callersFile()
  if (file !== null) noteFolder(definition, dirname(file))
  return definition
}

/** Of whoever called `scenario`; `null` where the stack does not tell. */
const callersFile = (): string | null => {
  const caller = new Error('where').stack?.split('\n').filter((line) => line.includes(' at '))[2] ?? ''
  const place = /((?:file:\/\/|\/)[^()]*?):\d+:\d+\)?$/.exec(caller)?.[1]
  return place === undefined ? null : place.startsWith('file:') ? fileURLToPath(place.replace(/\?.*$/, '')) : place
}

/** Types the workloads that a scenario draws; returns them as they are. */
export const callers = (spec: CallersSpec): CallersSpec => spec
