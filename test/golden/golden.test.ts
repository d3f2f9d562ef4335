// What every reporter says of every variant of the registry. A new scenario joins by being registered; what has changed is shown as a diff.
//
//     CROSSWIRE_UPDATE_GOLDEN=1 npx vitest run test/golden     writes all of them anew
import '../../harness/register.js'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { scenarioSubject } from '../../harness/cli/child/scenario-subject.js'
import type { SearchReport } from '../../harness/core/report.js'
import type { AnyScenario } from '../../harness/core/scenario.js'
import { createNodeRuntime } from '../../harness/runtimes/node/index.js'
import { search } from '../../harness/search/index.js'
import { strategyByName } from '../../harness/strategies/index.js'
import { scenarios } from '../../scenarios/index.js'
import { ROOT } from '../support/crosswire.js'
import { DECIDING, decidingLines } from './explanations.js'
import { golden } from './golden.js'

const FOLDER = join(ROOT, 'test/golden')
const isUpdate = process.env.CROSSWIRE_UPDATE_GOLDEN === '1'

/**
 * Races are found within a few schedules; what is repaired is only to be told, not to be proven here. An execution of
 * rpc-file-sequence has thousands of steps, so smaller workloads are tried with few schedules, and nothing is executed for safety.
 */
const FOUND_WITHIN = 300
const SURVIVES = 60
const QUICK = { shrinkAtMost: 60, schedulesPerWorkload: 4, warmUp: false, canaryEvery: 0 }

const runtime = createNodeRuntime()

const searched = async (scenario: AnyScenario, variant: string): Promise<SearchReport> => {
  const executions = scenario.expect?.[variant] === 'pass' ? SURVIVES : FOUND_WITHIN
  const subject = await scenarioSubject(scenario, variant)
  return search(subject, { ...QUICK, runtime, strategy: strategyByName('portfolio'), seed: 0, budget: { executions } })
}

const variants = scenarios.flatMap((scenario) =>
  Object.keys(scenario.variants).map((variant) => ({ scenario, variant, name: `${scenario.name}/${variant}` })),
)

const fileOf = (name: string): string => join(FOLDER, `${name}.md`)

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : path.endsWith('.md') ? [path] : []
  })

test.each(variants)('$name', async ({ scenario, variant, name }) => {
  const report = await searched(scenario, variant)
  if (name in DECIDING) expect(decidingLines(report)).toEqual(DECIDING[name])
  const text = golden(report)
  const file = fileOf(name)
  if (isUpdate) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return
  }
  const before = existsSync(file) ? readFileSync(file, 'utf8') : 'nothing: CROSSWIRE_UPDATE_GOLDEN=1 npx vitest run test/golden'
  expect(text).toBe(before)
})

test('every file is of a variant of the registry', () => {
  const known = new Set(variants.map(({ name }) => fileOf(name)))
  const others = filesIn(FOLDER).filter((file) => !known.has(file))
  if (isUpdate) for (const file of others) rmSync(file)
  else expect(others).toEqual([])
})
