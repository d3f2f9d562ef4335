// What is compared with the real thing, area by area: how many scripts are played, and where they are known to differ.
import type { Deviation } from './deviation.js'
import { deviations as fileDeviations } from './fs/deviations.js'
import { scripts as fileScripts } from './fs/scripts/index.js'
import { deviations as socketDeviations } from './net/deviations.js'
import { plays } from './net/scripts/index.js'
import { scripts as portScripts } from './ports/scripts.js'
import { timerScripts } from './timers/all-scripts.js'
import { deviations as timerDeviations } from './timers/deviations.js'

interface Area {
  readonly name: string
  readonly scripts: readonly string[]
  readonly deviations: readonly Deviation[]
}

export const areas: readonly Area[] = [
  { name: 'sockets', scripts: [...new Set(plays.map(({ script }) => script.name))], deviations: socketDeviations },
  { name: 'files', scripts: Object.keys(fileScripts), deviations: fileDeviations },
  { name: 'timers', scripts: Object.keys(timerScripts), deviations: timerDeviations },
  { name: 'message ports', scripts: Object.keys(portScripts), deviations: [] },
]
