// Gets a scenario: from the registry, or from a user's file, whatever kind of module that is.
import { pathToFileURL } from 'node:url'
import { HarnessError } from '../../core/errors.js'
import type { AnyScenario } from '../../core/scenario.js'
import { defaultOracles } from '../../oracles/index.js'
import type { Target } from '../messages.js'
import { registry } from '../registry.js'
import { textOf } from './problem.js'

/** Throws `UNKNOWN_SCENARIO` or `BAD_SCENARIO_FILE`. */
export const loadScenario = async (target: Target): Promise<AnyScenario> => {
  if ('file' in target) return checked(exported(await load(target.file)), target.file)
  const { registered } = target
  const scenarios = await registry()
  const found = scenarios.find(({ name }) => name === registered)
  if (found !== undefined) return found
  throw new HarnessError('UNKNOWN_SCENARIO', `there is no scenario named \`${registered}\``, {
    found: registered,
    expected: scenarios.map(({ name }) => name).join(', '),
  })
}

const load = async (file: string): Promise<unknown> => {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError('BAD_SCENARIO_FILE', `${file} cannot be loaded: ${textOf(error)}`, {}, { cause: error })
  }
}

/** CommonJS puts its exports under `default`, and a transpiled `export default` once more below. */
const exported = (module: unknown): unknown => {
  let value = module
  for (let depth = 0; depth < 2; depth++) value = (value as { default?: unknown } | null)?.default ?? value
  return value
}

type Loose = { readonly [key: string]: unknown }

/** A user's scenario may leave out what has a default, and may have one `subject` in the place of `variants`. */
const checked = (value: unknown, file: string): AnyScenario => {
  const bad = (found: string, expected: string): HarnessError =>
    new HarnessError('BAD_SCENARIO_FILE', `${file} exports no scenario`, {
      found,
      expected,
      remedy: "export default scenario({ name, story, callers, variants, open }), with scenario from 'crosswire'",
    })
  const given = value as Loose
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    throw bad(describe(value), 'a default export')
  const { subject, variants = subject === undefined ? undefined : { subject: asThunk(subject) } } = given
  if (typeof given.name !== 'string' || given.name === '') throw bad('no name', 'name: a short string')
  if (typeof given.callers !== 'object' || given.callers === null) throw bad('no callers', 'callers: { operations: { ... } }')
  if (typeof given.open !== 'function') throw bad('no open', 'open: (variant, surroundings) => subject')
  if (!ISOLATE.includes(given.isolate)) throw bad(`isolate: ${JSON.stringify(given.isolate)}`, "isolate: 'none' or 'worker'")
  if (!isRecycle(given.recycle)) throw bad(`recycle: ${String(given.recycle)}`, 'recycle: a whole number, at least 1')
  if (!hasFunctions(variants)) throw bad('no variants', "variants: { faulty: () => import('./faulty.js') }, or one subject")
  return { story: '', oracles: defaultOracles(), ...given, variants } as unknown as AnyScenario
}

const ISOLATE: readonly unknown[] = [undefined, 'none', 'worker']

const isRecycle = (value: unknown): boolean => value === undefined || (Number.isSafeInteger(value) && (value as number) >= 1)

const asThunk = (subject: unknown): unknown => (typeof subject === 'function' ? subject : () => subject)

const hasFunctions = (variants: unknown): boolean => {
  const thunks = typeof variants === 'object' && variants !== null ? Object.values(variants) : []
  return thunks.length > 0 && thunks.every((thunk) => typeof thunk === 'function')
}

const describe = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return typeof value
  return Object.keys(value).length === 0 ? 'no export at all' : Object.keys(value).join(', ')
}
