// The registry, loaded as a whole: what holds for each scenario is asked of all of them.
import { allScenarios } from '../../scenarios/index.js'

export const scenarios = await allScenarios()
