// What a scenario file calls: the types come by themselves, and what cannot be is said where it is written.
import { HarnessError } from '../core/errors.js'
import type { CallersSpec, Scenario } from '../core/scenario.js'
import { checkCallers } from './workloads.js'

type Variants = Readonly<Record<string, () => Promise<unknown>>>
type VariantOf<Of extends Variants> = Awaited<ReturnType<Of[keyof Of]>>

/**
 * Describes a scenario; nothing runs yet. The variant that `open` receives is what its `import()` gives, the subject of `perform`
 * and `close` is what `open` returns. Throws `BAD_SCENARIO_FILE` where `expect` or `overrides` name a variant that there is not.
 */
export const scenario = <Of extends Variants, Subject>(
  described: Omit<Scenario<VariantOf<Of>, Subject>, 'variants'> & { readonly variants: Of },
): Scenario<VariantOf<Of>, Subject> => {
  const { name, variants, expect = {}, overrides = {} } = described
  for (const variant of [...Object.keys(expect), ...Object.keys(overrides)]) {
    if (Object.hasOwn(variants, variant)) continue
    throw new HarnessError('BAD_SCENARIO_FILE', `scenario ${name} speaks of a variant that it does not have`, {
      found: variant,
      expected: Object.keys(variants).join(', '),
    })
  }
  checkCallers(described.callers)
  return described as unknown as Scenario<VariantOf<Of>, Subject>
}

/** Describes which callers there are and what they ask for. Throws `BAD_OPTION` for ranges that are none. */
export const callers = (spec: CallersSpec): CallersSpec => {
  checkCallers(spec)
  return spec
}
