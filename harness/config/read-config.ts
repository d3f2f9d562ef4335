// Loads a config file, in JavaScript, JSON or TypeScript. Its code never changes how this process loads modules: a test runner's is
// somebody else's.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { HarnessError } from '../core/errors.js'
import type { ConfigValues } from './check-config.js'
import { exported } from './exported.js'
import { loadingErrorText } from './loading-error.js'
import type { Printed } from './print-config.js'

/** Throws `BAD_CONFIG`. */
export const readConfig = async (file: string): Promise<ConfigValues> =>
  /\.[cm]?ts$/.test(file) ? readTypeScript(file) : checked(await exportOf(file), file)

/** The default export of `file`, loaded as this process loads modules; `undefined` where there is none. Throws `BAD_CONFIG`. */
export const exportOf = async (file: string): Promise<unknown> => {
  try {
    if (extname(file) === '.json') return JSON.parse(readFileSync(file, 'utf8'))
    const module = await ending(file, import(pathToFileURL(file).href))
    return 'default' in module ? exported(module) : undefined
  } catch (error) {
    throw new HarnessError('BAD_CONFIG', `${file} cannot be loaded: ${loadingErrorText(error, file)}`, {}, { cause: error })
  }
}

/** A file that ends the process, or waits for what never comes: that would be the end of the command, without a word. */
const ending = async <T extends object>(file: string, loading: Promise<T>): Promise<T> => {
  const says = (code: number): void => {
    const how =
      process.exitCode === UNSETTLED ? 'its top-level await never settles' : `it ends the process with exit code ${code}`
    process.stderr.write(`${new HarnessError('BAD_CONFIG', `${file} cannot be loaded: ${how}`).message}\n`)
    process.exitCode = BAD_INPUT
  }
  process.on('exit', says)
  try {
    return await loading
  } finally {
    process.off('exit', says)
  }
}

/** Node's own exit code for a main module that waits for ever; it is set by a listener before ours. */
const UNSETTLED = 13
const BAD_INPUT = 2

/** Node strips types by itself from 22.18 on, where there is nothing but types; for all else there is a process with a transpiler. */
const readTypeScript = async (file: string): Promise<ConfigValues> => {
  let value: unknown
  try {
    value = await exportOf(file)
  } catch {
    return readInProcess(file)
  }
  return checked(value, file)
}

/** What checks takes longer to load than a command to start, and most projects have no config. */
const checked = async (value: unknown, file: string): Promise<ConfigValues> =>
  (await import('./check-config.js')).checkConfig(value, file)

const TIMEOUT_MS = 30_000
/** File descriptor on which the other process answers: stdout is the config's own. */
export const ANSWER_FD = 3

const readInProcess = (file: string): ConfigValues => {
  const { output, stderr, status, signal, error } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('./print-config.js', import.meta.url)), file],
    {
      cwd: dirname(file),
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      // A transpiler's cache would be a file left behind; coverage is that of the tests.
      env: { ...process.env, TSX_DISABLE_CACHE: '1', NODE_V8_COVERAGE: undefined },
    },
  )
  const answer = output?.[ANSWER_FD] ?? ''
  if (answer === '') {
    const how = error?.message ?? (signal === null ? `exit code ${status}` : `it was killed by ${signal}`)
    throw new HarnessError('BAD_CONFIG', `${file} cannot be loaded: ${how}${stderr === '' ? '' : `\n${stderr.trimEnd()}`}`)
  }
  const printed: Printed = JSON.parse(answer)
  if ('values' in printed) return printed.values
  throw new HarnessError('BAD_CONFIG', printed.problem.summary, printed.problem.help)
}
