// The interpreter that a subject in Python is executed with.
import { HarnessError } from '../../../core/errors.js'
import { askInterpreter, firstInterpreter, isSupported, OLDEST } from '../../../runtimes/python/index.js'
import type { PythonMeans } from '../../messages.js'

/** The one that is named, else the first that will do. Throws `INTERPRETER_MISSING`. */
export const interpreterFor = async ({ python }: PythonMeans): Promise<string> => {
  const found = python === undefined ? await firstInterpreter() : await askInterpreter(python)
  if (found !== null && isSupported(found)) return found.path
  const oldest = OLDEST.join('.')
  throw new HarnessError('INTERPRETER_MISSING', `a Python from ${oldest} on is needed`, {
    found:
      python === undefined
        ? 'none in an active virtual environment or on PATH'
        : `${python}: ${found?.version.join('.') ?? 'no Python'}`,
    remedy: 'name one: --python PATH; crosswire doctor lists those that are there',
  })
}
