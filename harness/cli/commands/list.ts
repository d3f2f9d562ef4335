// `crosswire list`: the scenarios that come with crosswire.
import { registry } from '../registry.js'
import type { Context } from './context.js'

export const list = async ({ json = false }: { readonly json?: boolean }, { terminal }: Context): Promise<number> => {
  const scenarios = await registry()
  const facts = scenarios.map(({ name, story, variants, expect = {}, races = [] }) => ({
    name,
    story,
    variants: Object.keys(variants).map((variant) => ({ variant, expect: expect[variant] ?? 'pass' })),
    races: races.map(({ id, oracle, says }) => ({ id, oracle, says })),
  }))
  if (json) terminal.out(JSON.stringify({ format: 1, scenarios: facts }, null, 2))
  else for (const each of facts) terminal.out(describe(each, terminal.palette.bold))
  return 0
}

interface Facts {
  readonly name: string
  readonly story: string
  readonly variants: readonly { readonly variant: string; readonly expect: string }[]
  readonly races: readonly { readonly id: string; readonly says: string }[]
}

const describe = ({ name, story, variants, races }: Facts, bold: (text: string) => string): string => {
  const width = Math.max(...variants.map(({ variant }) => variant.length), ...races.map(({ id }) => id.length))
  return [
    bold(name),
    `  ${story}`,
    ...variants.map(({ variant, expect }) => `    ${variant.padEnd(width)}  ${expect}`),
    ...(races.length === 0 ? [] : ['  races:', ...races.map(({ id, says }) => `    ${id.padEnd(width)}  ${says}`)]),
    '',
  ].join('\n')
}
