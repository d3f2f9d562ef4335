// Which interpreters of Python are there: each candidate is asked for its version, and one that does not answer is none.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'

export interface Interpreter {
  readonly path: string
  readonly version: readonly [major: number, minor: number, micro: number]
}

/** What the driver runs on. */
export const OLDEST: readonly [number, number] = [3, 10]

const NAMES = ['python3', 'python', 'python3.13', 'python3.12', 'python3.11', 'python3.10']
const ASK = 'import sys; print("%d.%d.%d %s" % (sys.version_info[:3] + (sys.executable,)))'
/** A version manager's stand-in looks for the right one first. */
const ANSWERS_WITHIN_MS = 10_000

/**
 * In the order in which they would be taken: an active virtual environment, then PATH, then the versions that pyenv keeps. Each
 * interpreter once, by the file that runs in the end. Older ones than 3.10 are among them: whoever asks tells why they do not do.
 */
export const findInterpreters = async (env: NodeJS.ProcessEnv = process.env): Promise<Interpreter[]> => {
  const answers = await Promise.all(candidates(env).map((path) => askInterpreter(path, env)))
  const found = new Map<string, Interpreter>()
  for (const answer of answers)
    if (answer !== null && !found.has(realpathSync(answer.path))) found.set(realpathSync(answer.path), answer)
  return [...found.values()]
}

/** The first that the driver runs on, in the same order; `null`: none does. Asks no more of them than it has to. */
export const firstInterpreter = async (env: NodeJS.ProcessEnv = process.env): Promise<Interpreter | null> => {
  for (const path of candidates(env)) {
    const found = await askInterpreter(path, env)
    if (found !== null && isSupported(found)) return found
  }
  return null
}

/** `null`: it is no Python, or does not answer. Its own path stands in the answer, not that of a stand-in. */
export const askInterpreter = async (path: string, env: NodeJS.ProcessEnv = process.env): Promise<Interpreter | null> => {
  const { stdout, exitCode } = await execa(path, ['-I', '-c', ASK], {
    env,
    reject: false,
    timeout: ANSWERS_WITHIN_MS,
    stdin: 'ignore',
  })
  const [, major, minor, micro, executable = ''] = /^(\d+)\.(\d+)\.(\d+) (.+)$/m.exec(stdout ?? '') ?? []
  if (exitCode !== 0 || !existsSync(executable)) return null
  return { path: executable, version: [Number(major), Number(minor), Number(micro)] }
}

export const isSupported = ({ version: [major, minor] }: Interpreter): boolean => major === OLDEST[0] && minor >= OLDEST[1]

const candidates = (env: NodeJS.ProcessEnv): string[] => {
  const { VIRTUAL_ENV, PATH = '' } = env
  const places = [...(VIRTUAL_ENV === undefined ? [] : [join(VIRTUAL_ENV, 'bin')]), ...PATH.split(delimiter), ...keptByPyenv(env)]
  return [...new Set(places.filter((place) => place !== ''))].flatMap((place) =>
    NAMES.map((name) => join(place, name)).filter((path) => existsSync(path)),
  )
}

const keptByPyenv = ({ PYENV_ROOT = join(homedir(), '.pyenv') }: NodeJS.ProcessEnv): string[] => {
  const versions = join(PYENV_ROOT, 'versions')
  return existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
}
