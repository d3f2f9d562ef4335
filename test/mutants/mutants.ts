// `npm run mutants [-- NAME... --page --budget 300 --jobs 2 --kept FILE]`: what may be taken away from a fixed twin without anybody noticing?
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../support/crosswire.js'
import { casesOf, type Judged, judgeAll } from './judged.js'
import { keeping } from './kept.js'
import { PAGE, pageOf, sum } from './page.js'
import { complaints, readSurvivors } from './survivors.js'
import { allTwins } from './twins.js'
import { typed } from './typed.js'
import { openWorkshop, type Workshop } from './workshop.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Executions for each mutant. */
    budget: { type: 'string', default: '300' },
    /** Processes at the same time. */
    jobs: { type: 'string', default: `${availableParallelism()}` },
    /** What was found out is noted there, and what is noted there is not searched again. */
    kept: { type: 'string' },
    /** Writes the page, which says which scenarios it is about. */
    page: { type: 'boolean', default: false },
  },
})

// For good: whoever started this may pass on what it was told as well, and a second signal must not end it in the middle of the clean-up.
const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort())
// Nobody reads any more, as in `npm run mutants | head`.
process.stdout.on('error', () => interrupt.abort())

const twins = await allTwins()
const unknown = positionals.filter((name) => twins.every(({ scenario }) => scenario !== name))
if (unknown.length > 0) {
  console.error(
    `no scenario with a fixed twin of its own is named ${unknown.join(', ')}: ${twins.map(({ scenario }) => scenario)}`,
  )
  process.exit(2)
}
/** Of what several have in common, all are asked, whichever are named. */
const isNamed = (file: string): boolean =>
  positionals.length === 0 || twins.some(({ scenario, files }) => positionals.includes(scenario) && files.includes(file))
const cases = casesOf(twins).filter(({ file }) => isNamed(file))
const budget = Number(values.budget)

const { kept } = values
const open = (): Workshop => openWorkshop({ signal: interrupt.signal })
const workshops = Array.from({ length: Number(values.jobs) }, () => (kept === undefined ? open() : keeping(open(), kept)))
let done = 0
const told = ({ fate, by, file, line, kind, was, becomes }: Judged): void =>
  console.log(`${++done}/${cases.length} ${fate} (${by}) ${file}:${line} ${kind}: ${shortened(was)} -> ${shortened(becomes)}`)

const COLUMNS = 80
const shortened = (text: string): string => (text.length > COLUMNS ? `${text.slice(0, COLUMNS)} ...` : text)

try {
  const judged = await typed(await judgeAll(cases, workshops, { budget, told }))
  const survivors = readSurvivors()
  if (values.page) writeFileSync(join(ROOT, PAGE), pageOf(judged, { budget, survivors, names: positionals }))
  const wrong = complaints(judged, survivors)
  for (const complaint of wrong) console.error(complaint)
  console.log(sum(judged))
  process.exitCode = wrong.length > 0 ? 1 : 0
} catch (error) {
  if (!interrupt.signal.aborted) throw error
  console.error(`interrupted after ${done} of ${cases.length}`)
  process.exitCode = 130
} finally {
  for (const workshop of workshops) await workshop.close()
}
