// `crosswire zoo`: the published races, how fast each is found, and how often it shows without the tool.
import { HarnessError } from '../../core/errors.js'
import { wholeNumber } from '../../search/index.js'
import { EXIT } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import { DEFAULT_PATIENCE_MS } from '../real/defaults.js'
import { createPlaces } from '../real/places.js'
import { type PublishedRace, published } from '../registry.js'
import { fileFor, writeWhole } from '../reports/targets.js'
import { type SettingsOptions, settingsOf } from '../settings.js'
import { ZOO_DEFAULTS } from '../zoo/defaults.js'
import { knownZoo, mergedZoo } from '../zoo/figures.js'
import { checkInstalled } from '../zoo/installed.js'
import { runZoo } from '../zoo/run-zoo.js'
import { zooTable } from '../zoo/zoo-table.js'
import type { Context } from './context.js'

export interface ZooCommandOptions extends Pick<SettingsOptions, 'jobs'> {
  readonly seeds?: string
  readonly schedules?: string
  readonly runs?: string
  /** A file in the place of stdout. */
  readonly out?: string
  /** A file for the figures as JSON. */
  readonly figures?: string
  /** The figures as JSON on stdout, in the place of the table. */
  readonly json?: boolean
}

/**
 * No name: all of them; with names, the others keep what is known of them, as does what was interrupted. Returns 0 where every race is found
 * by at least 95 of 100 seeds, after 100 schedules at most in the median, and every repaired version survives, 1 where not. Throws `PACKAGE_MISSING`, `UNKNOWN_SCENARIO` or `BAD_OPTION`.
 */
export const zoo = async (names: readonly string[], options: ZooCommandOptions, context: Context): Promise<number> => {
  const { cwd, env, terminal } = context
  const { jobs } = await settingsOf(options, { cwd, env })
  const amounts = amountsOf(options)
  const [figuresFile, out] = [fileFor('--figures', options.figures, cwd), fileFor('--out', options.out, cwd)]
  const all = await published()
  const races = named(names, all)
  checkInstalled(races)
  const places = createPlaces()
  const say = (text: string): void => {
    if (!env.CI) terminal.err(text)
  }
  const { figures: fresh, problems } = await interruptible((signal) =>
    runZoo(races, { ...amounts, patienceMs: DEFAULT_PATIENCE_MS, jobs, places, signal, say }),
  ).finally(() => places.remove())
  const figures = mergedZoo(
    knownZoo(),
    fresh,
    all.map(({ scenario: { name } }) => name),
  )
  const json = JSON.stringify(figures, null, 2)
  const table = zooTable(figures, problems)
  if (figuresFile !== null) writeWhole(figuresFile, `${json}\n`)
  if (out !== null) writeWhole(out, table)
  if (options.json === true) terminal.out(json)
  else if (out === null) terminal.out(table)
  return problems.length === 0 ? EXIT.ok : EXIT.raceFound
}

const amountsOf = ({ seeds, schedules, runs }: ZooCommandOptions) => ({
  seeds: wholeNumber('number of seeds', seeds ?? String(ZOO_DEFAULTS.seeds), { min: 1, max: 100_000 }),
  schedules: wholeNumber('number of schedules', schedules ?? String(ZOO_DEFAULTS.schedules), { min: 1, max: 10_000_000 }),
  runs: wholeNumber('number of runs', runs ?? String(ZOO_DEFAULTS.runs), { min: 0, max: 100_000 }),
})

/** With or without `npm/` before it. */
const named = (names: readonly string[], all: readonly PublishedRace[]): readonly PublishedRace[] =>
  names.length === 0 ? all : names.map((name) => find(name, all))

const find = (name: string, all: readonly PublishedRace[]): PublishedRace => {
  const race = all.find(({ scenario }) => scenario.name === name || scenario.name === `npm/${name}`)
  if (race !== undefined) return race
  throw new HarnessError('UNKNOWN_SCENARIO', `there is no published race \`${name}\``, {
    expected: `one of ${all.map(({ scenario }) => scenario.name).join(', ')}`,
  })
}
