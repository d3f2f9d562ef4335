// Which scenario an argument of the command line means: a name of the registry, or a file.
import { statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { HarnessError } from '../core/errors.js'
import type { PythonMeans, PythonTarget, Target } from './messages.js'
import { knownNames, registeredNames } from './registry.js'

const PYTHON = '.py'
const MODULES = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.tsx', '.jsx']

/** What a subject in Python is executed with. */
export interface PythonOptions {
  /** `--python` */
  readonly python?: string
  /** `--trace`, as often as it was given. */
  readonly trace?: readonly string[]
  /** `--checkout` */
  readonly checkout?: string
}

/** No argument: the whole registry, without those that are about somebody else's releases. Throws `UNKNOWN_SCENARIO`. */
export const targetsOf = async (args: readonly string[], cwd: string, options: PythonOptions = {}): Promise<Target[]> => {
  const [own, names] = [await registeredNames(), await knownNames()]
  const means = pythonOf(options, cwd)
  if (args.length === 0) return own.map((registered) => ({ registered, ...means }))
  return args.map((arg) => (names.includes(arg) ? { registered: arg, ...means } : fileTarget(arg, { cwd, names, means })))
}

export const isPython = (target: Target): target is PythonTarget => 'file' in target && extname(target.file) === PYTHON

interface Place {
  readonly cwd: string
  readonly names: readonly string[]
  readonly means: PythonMeans
}

const fileTarget = (arg: string, { cwd, names, means }: Place): Target => {
  const file = resolve(cwd, arg)
  const stat = arg === '' ? undefined : statSync(file, { throwIfNoEntry: false })
  if (stat?.isFile() === true && MODULES.includes(extname(file))) return { file }
  if (stat?.isFile() === true && extname(file) === PYTHON) return { file, ...means }
  const found =
    stat === undefined ? 'neither a scenario nor a file' : stat.isDirectory() ? 'a folder' : 'a file that is no module'
  throw new HarnessError('UNKNOWN_SCENARIO', `there is no scenario \`${arg}\``, {
    found,
    expected: `one of ${names.join(', ')}, or a file (${[...MODULES.slice(0, 6), PYTHON].join(', ')})`,
  })
}

/** A name without a folder is looked for on PATH. */
const pythonOf = ({ python, trace = [], checkout }: PythonOptions, cwd: string): PythonMeans => ({
  ...(checkout === undefined ? {} : { checkout: resolve(cwd, checkout) }),
  ...(python === undefined ? {} : { python: /[\\/]/.test(python) ? resolve(cwd, python) : python }),
  ...(trace.length === 0 ? {} : { traced: trace.map((path) => resolve(cwd, path)) }),
})
