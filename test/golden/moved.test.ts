// Explanations follow the lines: one variant of every scenario is searched again in a copy in which all lines were moved.
import '../../harness/register.js'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { AnyScenario } from '../../harness/core/scenario.js'
import { ROOT } from '../support/crosswire.js'
import { isAbsent, scenarios } from '../support/scenarios.js'
import { DECIDING, decidingIn } from './explanations.js'
import { searched } from './searched.js'

const linesMore = (comment: string): string => `${comment} A line more.\n`.repeat(7)

const artefacts = join(ROOT, 'test/artefacts')
mkdirSync(artefacts, { recursive: true })
const folder = mkdtempSync(join(artefacts, 'moved-scenarios-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const copy = (): void => {
  cpSync(join(ROOT, 'scenarios'), folder, { recursive: true, filter: (path) => !path.includes(`${sep}node_modules`) })
  const harness = (from: string): string => `${relative(from, join(ROOT, 'harness'))}/`
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ts|py)$/.test(entry)) continue
    const file = join(folder, entry)
    const text = readFileSync(file, 'utf8').replace(/(?<=')(\.\.\/)+harness\//g, harness(join(file, '..')))
    writeFileSync(file, linesMore(entry.endsWith('.py') ? '#' : '//') + text)
  }
}
copy()

const isOfLines = (name: string): boolean => {
  const deciding = DECIDING[name] ?? null
  return deciding !== null && deciding !== 'nothing' && !('data' in deciding)
}

/** The first of a scenario's variants that fails by the order of two steps, or by a fault. */
const chosen = scenarios
  .filter((scenario) => !isAbsent(scenario))
  .flatMap(({ name, variants }) => {
    const variant = Object.keys(variants).find((each) => isOfLines(`${name}/${each}`))
    return variant === undefined ? [] : [{ name, variant }]
  })

test.each(chosen)('$name / $variant: the lines follow', async ({ name, variant }) => {
  const { default: scenario } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, name, 'scenario.ts')).href)) as {
    readonly default: AnyScenario
  }
  const report = await searched(scenario, variant)
  expect(decidingIn(report)).toEqual(DECIDING[`${name}/${variant}`])
  const files = report.counterexamples[0]?.places?.map(({ file }) => file).filter((file) => !file.includes('node_modules'))
  expect(files?.filter((file) => !file.startsWith(relative(process.cwd(), folder)))).toEqual([])
})
