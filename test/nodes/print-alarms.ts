// Takes a short tour of each program named and prints what the oracles said other than `pass`: a program of its own, since it is run on
// each major of Node.
import { random } from '../../harness/strategies/index.js'
import { loadProgram, type ProgramName } from '../packages/programs/index.js'
import { tour } from '../packages/tour.js'

const SCHEDULES = 50

const alarms: Record<string, readonly string[]> = {}
for (const name of process.argv.slice(2)) {
  const result = await tour(await loadProgram(name as ProgramName), { strategy: random(), schedules: SCHEDULES, seed: 7 })
  alarms[name] = result.schedules === SCHEDULES ? result.alarms : [`only ${result.schedules} schedules`]
}
process.stdout.write(JSON.stringify(alarms), () => process.exit())
