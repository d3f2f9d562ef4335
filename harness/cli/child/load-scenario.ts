// Gets a scenario: from the registry, or from a user's file, whatever kind of module that is.
import { pathToFileURL } from 'node:url'
import { HarnessError } from '../../core/errors.js'
import type { AnyScenario } from '../../core/scenario.js'
import type { Target } from '../messages.js'
import { registry } from '../registry.js'
import { checkScenario } from './check-scenario.js'
import { textOf } from './problem.js'

/** Throws `UNKNOWN_SCENARIO` or `BAD_SCENARIO_FILE`. */
export const loadScenario = async (target: Target): Promise<AnyScenario> => {
  if ('file' in target) return checkScenario(exported(await load(target.file)), target.file)
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
