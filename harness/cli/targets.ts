// Which scenario an argument of the command line means: a name of the registry, or a file.
import { statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { HarnessError } from '../core/errors.js'
import type { Target } from './messages.js'
import { registry } from './registry.js'

const MODULES = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.tsx', '.jsx']

/** No argument: the whole registry. Throws `UNKNOWN_SCENARIO`. */
export const targetsOf = async (args: readonly string[], cwd: string): Promise<Target[]> => {
  const names = (await registry()).map(({ name }) => name)
  if (args.length === 0) return names.map((registered) => ({ registered }))
  return args.map((arg) => (names.includes(arg) ? { registered: arg } : fileTarget(arg, { cwd, names })))
}

const fileTarget = (arg: string, { cwd, names }: { readonly cwd: string; readonly names: readonly string[] }): Target => {
  const file = resolve(cwd, arg)
  const stat = arg === '' ? undefined : statSync(file, { throwIfNoEntry: false })
  if (stat?.isFile() === true && MODULES.includes(extname(file))) return { file }
  const found =
    stat === undefined ? 'neither a scenario nor a file' : stat.isDirectory() ? 'a folder' : 'a file that is no module'
  throw new HarnessError('UNKNOWN_SCENARIO', `there is no scenario \`${arg}\``, {
    found,
    expected: `one of ${names.join(', ')}, or a file (${MODULES.slice(0, 6).join(', ')})`,
  })
}
