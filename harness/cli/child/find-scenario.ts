// Where a scenario comes from: the registry, or a user's file, whatever kind of module that is.
import { pathToFileURL } from 'node:url'
import { briefTextOf } from '../../core/brief-text.js'
import { HarnessError } from '../../core/errors.js'
import type { Target } from '../messages.js'
import { registry } from '../registry.js'

/** What is exported there; nothing of a user's file is checked. Throws `UNKNOWN_SCENARIO` or `BAD_SCENARIO_FILE`. */
export const findScenario = async (target: Target): Promise<unknown> => {
  if ('file' in target) return exported(await load(target.file))
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
    throw new HarnessError('BAD_SCENARIO_FILE', `${file} cannot be loaded: ${briefTextOf(error)}`, {}, { cause: error })
  }
}

/** CommonJS puts its exports under `default`, and a transpiled `export default` once more below. */
const exported = (module: unknown): unknown => {
  let value = module
  for (let depth = 0; depth < 2; depth++) value = (value as { default?: unknown } | null)?.default ?? value
  return value
}
