// The process in which mutants are searched one after the other: starting one for each would take longer than most searches do.
// `bench.mjs DIST`: an order comes as a message, its answer goes back as one. What a mutant breaks here breaks this process, which is
// what it is for: whoever ordered asks again in another way.
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [dist] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(join(dist, path)).href)
const tell = process.send.bind(process)

const { scenarioSubject } = await load('harness/cli/child/scenario-subject.js')
const { createNodeRuntime } = await load('harness/runtimes/node/index.js')
const { startWatchdog } = await load('harness/runtimes/node/watchdog/watchdog.js')
const { search } = await load('harness/search/index.js')
const { strategyByName } = await load('harness/strategies/index.js')

startWatchdog({ fd: 2, format: 'text' })
const runtime = createNodeRuntime()
let lastOrder = 0

/** Modules are loaded once: each mutant has a copy of all scenarios, beside the one that is there. */
const copyWith = (file, code) => {
  const name = `scenarios-${++lastOrder}`
  const copy = join(dist, name)
  cpSync(join(dist, 'scenarios'), copy, { recursive: true, filter: (path) => !path.includes('node_modules') })
  writeFileSync(join(dist, file.replace(/^scenarios/, name).replace(/\.ts$/, '.js')), code)
  return name
}

const searched = async ({ scenario: name, variant, budget }, copy) => {
  const { SCENARIOS } = await load(`${copy}/index.js`)
  const { default: scenario } = await SCENARIOS[name]()
  const report = await search(await scenarioSubject(scenario, variant), {
    ...{ runtime, strategy: strategyByName('portfolio'), seed: 0, budget: { executions: budget } },
    ...{ shrinkAtMost: 0, explains: false },
  })
  return { outcome: report.outcome, by: report.counterexamples[0]?.verdict.oracle ?? 'none' }
}

process.on('message', async ({ file, code, ...order }) => {
  const copy = copyWith(file, code)
  try {
    tell(await searched(order, copy))
  } catch (error) {
    tell({ outcome: 'error', by: String(error) })
  } finally {
    rmSync(join(dist, copy), { recursive: true, force: true })
  }
})
tell({ outcome: 'ready' })
