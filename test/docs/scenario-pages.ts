// The parts of a scenario's page that are made from the code: its figures, its story as the terminal tells it, the smallest repair.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { isRacy, type Spread, type VariantFigures } from '../../harness/cli/series/figures.js'
import { knownFigures } from '../../harness/cli/series/known-figures.js'
import type { AnyScenario } from '../../harness/core/scenario.js'
import { scenarios } from '../support/scenarios.js'

const figures = knownFigures().variants

/** By page and mark. */
export const scenarioPages = (): Record<string, Record<string, () => string>> =>
  Object.fromEntries(scenarios.map((scenario) => [pageOf(scenario), partsOf(scenario)]))

const pageOf = ({ name }: AnyScenario): string => `scenarios/${name}/README.md`

const partsOf = (scenario: AnyScenario): Record<string, () => string> => ({
  figures: () => figuresOf(scenario),
  ...(Object.keys(scenario.variants).some((variant) => fileOf(scenario, variant) !== null)
    ? { repair: () => smallestRepair(scenario) }
    : {}),
  story: () => storyOf(scenario),
  commands: () => commandsOf(scenario),
})

const figuresOf = ({ name, variants, expect = {} }: AnyScenario): string => {
  const rows = Object.keys(variants).map((variant) => {
    const known = figures[`${name}/${variant}`]
    return `| \`${variant}\` | ${[expect[variant], ...cellsOf(known)].join(' | ')} |`
  })
  return [
    '| variant | found by | races that the seeds show | schedules to find it: median, p95 | `random` alone | left after shrinking |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const cellsOf = (known: VariantFigures | undefined): string[] => {
  if (known === undefined) return ['not measured', '', '', '']
  if (!isRacy(known)) return [`none in ${known.schedules.toLocaleString('en')} schedules`, '', '', '']
  const { races, portfolio, random, left } = known
  return [races.join(', '), quantilesOf(portfolio), quantilesOf(random), String(left.median ?? 'nothing')]
}

const quantilesOf = ({ median, p95 }: Spread): string => (median === null ? 'not found' : `${median}, ${p95}`)

/** The file that a variant is; `null` where it is a package. It stands in the import that loads it, or the scenario knows it. */
export const fileOf = ({ name, python }: AnyScenario, variant: string): string | null => {
  const own = python?.variants[variant]
  if (own !== undefined) return relative(process.cwd(), own)
  const text = readFileSync(join('scenarios', name, 'scenario.ts'), 'utf8')
  const [, specifier] = new RegExp(`\\b${variant}'?: \\(\\) => import\\('(\\.[^']+)\\.js'\\)`).exec(text) ?? []
  return specifier === undefined ? null : join('scenarios', name, `${specifier}.ts`)
}

/** Between any variant that has a race and any that has none: what a reader learns most from in the shortest time. */
const smallestRepair = (scenario: AnyScenario): string => {
  const { variants, expect = {} } = scenario
  const names = Object.keys(variants).filter((variant) => fileOf(scenario, variant) !== null)
  const clean = names.filter((variant) => expect[variant] === 'pass')
  const repairs = names
    .filter((variant) => expect[variant] !== 'pass')
    .flatMap((racy) => clean.map((fixed) => repairOf(scenario, racy, fixed)))
  const [smallest] = repairs.sort((a, b) => a.length - b.length)
  if (smallest === undefined) throw new Error(`${scenario.name} has no repaired variant beside a racy one`)
  return ['```diff', ...smallest, '```'].join('\n')
}

const CONTEXT = 2

const repairOf = (scenario: AnyScenario, racy: string, fixed: string): string[] => {
  const [before, after] = [fileOf(scenario, racy) as string, fileOf(scenario, fixed) as string]
  const texts = [readFileSync(before, 'utf8'), readFileSync(after, 'utf8')] as const
  const lines = createTwoFilesPatch(before, after, ...texts, undefined, undefined, { context: CONTEXT })
    .trimEnd()
    .split('\n')
  // Without the ruler above it, and what it says of the ends of files.
  return lines.slice(1).filter((line) => !line.startsWith('\\'))
}

/** The first story of the terminal's golden file. */
const storyOf = ({ name }: AnyScenario): string => ['```', storyIn(`test/golden/${name}/faulty.md`), '```'].join('\n')

/** As everybody sees it who runs that variant; the token stands for one. */
export const storyIn = (golden: string): string => {
  const [, text = ''] = /^`+text\n(x [\s\S]*?\n {2}Replay: .*)$/m.exec(readFileSync(golden, 'utf8')) ?? []
  if (text === '') throw new Error(`${golden} tells no story: is the variant found?`)
  return text.replace(/TOKEN\.\w+$/, 'TOKEN')
}

const commandsOf = ({ name }: AnyScenario): string =>
  [
    '```',
    `npx crosswire run ${name}                    # every variant does what is expected of it`,
    `npx crosswire run ${name} --variant faulty   # exit code 1: a race was found`,
    'npx crosswire replay cw1...                 # the last line of the report',
    '```',
  ].join('\n')
