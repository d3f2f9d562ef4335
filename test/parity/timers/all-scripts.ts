// All scripts over timers, immediates, ticks and promises.
import type { Script } from '../both.js'
import { deviatingScripts } from './deviating-scripts.js'
import { promisedScripts } from './promised-scripts.js'
import { scripts } from './scripts.js'

export const timerScripts: Readonly<Record<string, Script>> = { ...scripts, ...promisedScripts, ...deviatingScripts }
