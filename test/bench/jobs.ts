// One search over two processes beside the same search in one, on two cores: the whole command line, start-up and all. Prints the
// ratio, asserts no time. The machine must have two cores to spare, or the ratio says nothing.
import { fileURLToPath } from 'node:url'
import { execaNode } from 'execa'
import { printTable, sideBySide } from './side-by-side.js'

const MAIN = fileURLToPath(new URL('../../dist/harness/cli/main.js', import.meta.url))

const search = (jobs: number) => async (executions: number) => {
  const args = [
    'run',
    'rpc-shared-socket',
    '--variant',
    'fixed',
    '--budget',
    String(executions),
    '--jobs',
    String(jobs),
    '--json',
  ]
  const { stdout } = await execaNode(MAIN, args)
  const [report] = JSON.parse(stdout).reports
  if (report.outcome !== 'pass' || report.executions !== executions)
    throw new Error(`${report.outcome} after ${report.executions}`)
}

const title = 'one search, rpc-shared-socket / fixed'
const contestants = [
  { name: 'crosswire run --jobs 1', run: search(1) },
  { name: 'crosswire run --jobs 2', run: search(2) },
]
// Two minutes for one process: V8 compiles for each process by itself, and for as long as that lasts the second one is no whole one. A
// command line has nothing to warm up but the files.
printTable(title, 'schedules', await sideBySide(title, contestants, 24_000, 3, 100))
