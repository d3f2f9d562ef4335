// The registry, loaded as a whole: what holds for each scenario is asked of all of them.
import type { AnyScenario } from '../../harness/core/scenario.js'
import { allScenarios } from '../../scenarios/index.js'
import { python } from './pythons.js'

export const scenarios = await allScenarios()

/** Its subject is in Python, and this machine has none: what would be executed is skipped. */
export const isAbsent = ({ python: parts }: AnyScenario): boolean => parts !== undefined && python === ''

const absent = scenarios.filter(isAbsent).map(({ name }) => name)
if (absent.length > 0) console.warn(`SKIPPED: without a Python nothing is executed of ${absent.join(', ')}.`)
