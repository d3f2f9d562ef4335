// The figures that come with crosswire, as `npm run registry` has left them beside the scenarios.
import { existsSync, readFileSync } from 'node:fs'
import type { AnyScenario } from '../../core/scenario.js'
import type { Figures } from './figures.js'

const FILE = new URL('../../../scenarios/figures.json', import.meta.url)

const NONE: Figures = { format: 1, variants: {} }

export const knownFigures = (): Figures => (existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Figures) : NONE)

/** Those of `fresh` in the place of the same ones of `known`; in the order of the registry, without what is not in it. */
export const merged = (known: Figures, fresh: Figures, scenarios: readonly AnyScenario[]): Figures => {
  const names = scenarios.flatMap(({ name, variants }) => Object.keys(variants).map((variant) => `${name}/${variant}`))
  const all = { ...known.variants, ...fresh.variants }
  return { ...fresh, variants: Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))) }
}
