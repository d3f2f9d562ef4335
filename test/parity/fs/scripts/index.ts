// All scripts over files.
import type { Scripts } from '../stage.js'
import { callbacks } from './callbacks.js'
import { deviating } from './deviating.js'
import { failures } from './failures.js'
import { promises } from './promises.js'
import { streams } from './streams.js'
import { trees } from './trees.js'

export const scripts: Scripts = { ...callbacks, ...promises, ...streams, ...trees, ...failures, ...deviating }
