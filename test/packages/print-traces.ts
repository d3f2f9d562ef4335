// Takes a tour of each program named and prints the hashes of its traces: a program of its own, so that a second process can be
// compared with the first.
import { random } from '../../harness/strategies/index.js'
import { loadProgram, type ProgramName } from './programs/index.js'
import { tour } from './tour.js'

const [, , schedules, seed, ...names] = process.argv
const traces: Record<string, readonly number[]> = {}
for (const name of names) {
  const options = { strategy: random(), schedules: Number(schedules), seed: Number(seed) }
  traces[name] = (await tour(await loadProgram(name as ProgramName), options)).traces
}
process.stdout.write(JSON.stringify(traces))
process.exit()
