// What every reporter says of every variant of the registry. A new scenario joins by being registered; what has changed is shown as a diff.
//
//     CROSSWIRE_UPDATE_GOLDEN=1 npx vitest run test/golden     writes all of them anew
import '../../harness/register.js'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { isAbsent, scenarios } from '../support/scenarios.js'
import { DECIDING, decidingIn, UNTOLD } from './explanations.js'
import { golden } from './golden.js'
import { searched } from './searched.js'

const FOLDER = join(ROOT, 'test/golden')
const isUpdate = process.env.CROSSWIRE_UPDATE_GOLDEN === '1'

const variants = scenarios.flatMap((scenario) =>
  Object.keys(scenario.variants).map((variant) => ({ scenario, variant, name: `${scenario.name}/${variant}` })),
)

const fileOf = (name: string): string => join(FOLDER, `${name}.md`)

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : path.endsWith('.md') ? [path] : []
  })

const present = variants.filter(({ scenario }) => !isAbsent(scenario))

test.skip.each(variants.filter(({ scenario }) => isAbsent(scenario)))('$name: there is no Python', () => {})

test.each(present)('$name', async ({ scenario, variant, name }) => {
  const report = await searched(scenario, variant)
  const text = golden(report)
  const file = fileOf(name)
  if (isUpdate) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  if (name in DECIDING) expect(decidingIn(report)).toEqual(DECIDING[name])
  const before = existsSync(file) ? readFileSync(file, 'utf8') : 'nothing: CROSSWIRE_UPDATE_GOLDEN=1 npx vitest run test/golden'
  expect(text).toBe(before)
})

test('of every variant that fails it is told what decides, or why that is not asserted', () => {
  const fails = variants.filter(({ scenario, variant }) => scenario.expect?.[variant] !== 'pass').map(({ name }) => name)
  expect([...Object.keys(DECIDING), ...Object.keys(UNTOLD)].toSorted()).toEqual(fails.toSorted())
})

test('every file is of a variant of the registry', () => {
  const known = new Set(variants.map(({ name }) => fileOf(name)))
  const others = filesIn(FOLDER).filter((file) => !known.has(file))
  if (isUpdate) for (const file of others) rmSync(file)
  else expect(others).toEqual([])
})
