// Whether something is to be done without, though it may be there: `CROSSWIRE_WITHOUT`, for tests of the fallbacks.
import { assertProbeNames, type ProbeName, takenForAbsent } from '../../core/probes.js'

const text = process.env.CROSSWIRE_WITHOUT
const absent = takenForAbsent(text)

export const isWithout = (name: ProbeName): boolean => absent.has(name)

/** Throws `BAD_OPTION` where the variable holds a wrong name. */
export const assertWithout = (): void => {
  if (absent.size > 0) assertProbeNames(text)
}
