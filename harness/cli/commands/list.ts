// `crosswire list`: the scenarios that come with crosswire.
import { definitions, hanging } from '../../reporters/index.js'
import { namesOfReleases, registry } from '../registry.js'
import type { VariantFigures } from '../series/figures.js'
import { inShort } from '../series/figures-table.js'
import { knownFigures } from '../series/known-figures.js'
import type { Terminal } from '../terminal.js'
import type { Context } from './context.js'

export const list = async ({ json = false }: { readonly json?: boolean }, { terminal }: Context): Promise<number> => {
  const [scenarios, figures] = [await registry(), knownFigures().variants]
  const facts = scenarios.map(({ name, story, variants, expect = {}, races = [] }) => ({
    name,
    story,
    variants: Object.keys(variants).map((variant) => ({
      variant,
      expect: expect[variant] ?? 'pass',
      figures: figures[`${name}/${variant}`] ?? null,
    })),
    races: races.map(({ id, oracle, says }) => ({ id, oracle, says })),
  }))
  if (json) terminal.out(JSON.stringify({ format: 1, scenarios: facts }, null, 2))
  else {
    for (const each of facts) terminal.out(describe(each, terminal))
    terminal.out(`And ${(await namesOfReleases()).join(', ')}: about releases of others, each by its name; see docs/releases.md.`)
  }
  return 0
}

interface Facts {
  readonly name: string
  readonly story: string
  readonly variants: readonly { readonly variant: string; readonly expect: string; readonly figures: VariantFigures | null }[]
  readonly races: readonly { readonly id: string; readonly says: string }[]
}

const INDENT = 4

const describe = ({ name, story, variants, races }: Facts, { width, palette }: Terminal): string => {
  const expected = variants.map(({ variant, expect, figures }) => ({
    name: variant,
    text: [expect, inShort(figures)].filter((text) => text !== '').join(', '),
  }))
  const listed = races.map(({ id, says }) => ({ name: id, text: says }))
  const nameWidth = Math.max(...[...expected, ...listed].map((each) => each.name.length))
  const options = { width, indent: INDENT, nameWidth }
  return [
    palette.bold(name),
    ...hanging(story, width - 2, 0).map((line) => `  ${line}`),
    ...definitions(expected, options),
    ...(races.length === 0 ? [] : ['  races:', ...definitions(listed, options)]),
    '',
  ].join('\n')
}
