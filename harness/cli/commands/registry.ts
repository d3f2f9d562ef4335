// `crosswire registry`: every variant over many seeds, as the table that the documentation shows.
import { HarnessError } from '../../core/errors.js'
import type { AnyScenario } from '../../core/scenario.js'
import { wholeNumber } from '../../search/index.js'
import { EXIT } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import { registry } from '../registry.js'
import { fileFor, writeWhole } from '../reports/targets.js'
import { figuresTable } from '../series/figures-table.js'
import { knownFigures, merged } from '../series/known-figures.js'
import { runSeries } from '../series/run-series.js'
import { type SettingsOptions, settingsOf } from '../settings.js'
import type { Context } from './context.js'

export interface RegistryCommandOptions extends Pick<SettingsOptions, 'jobs'> {
  readonly seeds?: string
  /** A file in the place of stdout. */
  readonly out?: string
  /** A file for the figures as JSON. */
  readonly figures?: string
  /** The figures as JSON on stdout, in the place of the table. */
  readonly json?: boolean
}

const SEEDS = 100

/** No name: all of them; with names, the others keep what is known of them. Returns 0 where every variant with a race is found by every seed and every other one survives, 1 where not. */
export const registryTable = async (
  names: readonly string[],
  options: RegistryCommandOptions,
  { cwd, env, terminal }: Context,
): Promise<number> => {
  const seeds = wholeNumber('number of seeds', options.seeds ?? String(SEEDS), { min: 1, max: 100_000 })
  const { jobs } = await settingsOf(options, { cwd, env })
  const [figuresFile, out] = [fileFor('--figures', options.figures, cwd), fileFor('--out', options.out, cwd)]
  const all = await registry()
  const scenarios = named(names, all)
  const say = (text: string): void => terminal.err(text)
  const { figures: fresh, problems } = await interruptible((signal) => runSeries(scenarios, { seeds, jobs, signal, say }))
  const figures = merged(knownFigures(), fresh, all)
  const json = JSON.stringify(figures, null, 2)
  const table = figuresTable(figures, problems)
  if (figuresFile !== null) writeWhole(figuresFile, `${json}\n`)
  if (out !== null) writeWhole(out, table)
  if (options.json === true) terminal.out(json)
  else if (out === null) terminal.out(table)
  return problems.length === 0 ? EXIT.ok : EXIT.raceFound
}

const named = (names: readonly string[], all: readonly AnyScenario[]): readonly AnyScenario[] =>
  names.length === 0 ? all : names.map((name) => all.find((scenario) => scenario.name === name) ?? unknown(name, all))

const unknown = (name: string, all: readonly AnyScenario[]): never => {
  throw new HarnessError('UNKNOWN_SCENARIO', `there is no scenario \`${name}\``, {
    expected: `one of ${all.map((scenario) => scenario.name).join(', ')}`,
  })
}
