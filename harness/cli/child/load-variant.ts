// Loads a variant of a scenario, outside of every execution.

import { briefTextOf } from '../../core/brief-text.js'
import { HarnessError } from '../../core/errors.js'
import type { AnyScenario } from '../../core/scenario.js'

/** Throws `UNKNOWN_SCENARIO`, `PACKAGE_MISSING` or `BAD_SCENARIO_FILE`. */
export const loadVariant = async ({ name, variants }: AnyScenario, variant: string): Promise<unknown> => {
  const load = Object.hasOwn(variants, variant) ? variants[variant] : undefined
  if (load === undefined) throw unknownVariant(name, variant, Object.keys(variants))
  try {
    return await load()
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw cannotLoad(`${name} / ${variant}`, error)
  }
}

export const unknownVariant = (name: string, variant: string, variants: readonly string[]): HarnessError =>
  new HarnessError('UNKNOWN_SCENARIO', `the scenario \`${name}\` has no variant \`${variant}\``, {
    found: variant,
    expected: variants.join(', '),
  })

const cannotLoad = (what: string, error: unknown): HarnessError => {
  const missing = /Cannot find package '([^']+)'/.exec((error as Error | null)?.message ?? '')?.[1]
  if (missing === undefined) {
    return new HarnessError('BAD_SCENARIO_FILE', `${what} cannot be loaded: ${briefTextOf(error)}`, {}, { cause: error })
  }
  return new HarnessError('PACKAGE_MISSING', `${what} needs the package \`${missing}\`, which is not installed`)
}
