// Where a scenario comes from: the registry, or a user's file, whatever kind of module that is.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { exported } from '../../config/exported.js'
import { loadingErrorText } from '../../config/loading-error.js'
import { briefTextOf } from '../../core/brief-text.js'
import { HarnessError } from '../../core/errors.js'
import type { Target } from '../messages.js'
import { registered } from '../registry.js'

/** What is exported there; nothing of a user's file is checked. Throws `UNKNOWN_SCENARIO` or `BAD_SCENARIO_FILE`. */
export const findScenario = async (target: Target): Promise<unknown> => {
  if ('file' in target) return defaultExportOf(await load(target.file), target.file)
  return registered(target.registered)
}

const load = async (file: string): Promise<object> => {
  try {
    const { shareDoors } = await import('./share-doors.js')
    shareDoors()
    if (isMainThread) await startTranspiler()
    // Imported, what is CommonJS by name can load no ES module on some versions of Node: a transpiler is in the way.
    return /\.c[jt]s$/.test(file) ? { default: createRequire(file)(file) } : await import(pathToFileURL(file).href)
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError(
      'BAD_SCENARIO_FILE',
      `${file} cannot be loaded: ${loadingErrorText(error, file)}`,
      {},
      { cause: error },
    )
  }
}

/** Not before: what is loaded of crosswire itself by then has not gone through it. A thread is started with it where it needs it. */
const startTranspiler = async (): Promise<void> => {
  try {
    await import('../isolated/transpile.js')
  } catch (error) {
    const tsconfig = process.env.TSX_TSCONFIG_PATH ?? 'tsconfig.json'
    throw new HarnessError('BAD_SCENARIO_FILE', `${tsconfig} cannot be used: ${briefTextOf(error)}`, {}, { cause: error })
  }
}

/** Throws `BAD_SCENARIO_FILE` where there is none: a file with named exports only is none, whatever they are. */
const defaultExportOf = (module: object, file: string): unknown => {
  const value = 'default' in module ? exported(module) : module
  if (value !== module && !isTranspiled(value)) return value
  const names = Object.keys(value as object).filter((name) => name !== '__esModule')
  throw new HarnessError('BAD_SCENARIO_FILE', `${file} has no default export`, {
    found: names.length === 0 ? 'no export at all' : `exports by name: ${names.join(', ')}`,
    expected: 'export default scenario({ ... }), or module.exports = scenario({ ... })',
  })
}

/** What a transpiler made of a module without a default export. */
const isTranspiled = (value: unknown): boolean => typeof value === 'object' && value !== null && '__esModule' in value
