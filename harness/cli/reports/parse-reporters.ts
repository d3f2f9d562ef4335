// What `--reporter` asks for: `terminal,junit=out.xml,html=race.html`. Whatever is wrong with it is said before anything is searched.
import { resolve } from 'node:path'
import { type LoadedConfig, NO_CONFIG, resolve as resolveSetting } from '../../config/index.js'
import { HarnessError } from '../../core/errors.js'
import type { ReporterName } from '../../reporters/names.js'
import { REPORTERS } from './reporters.js'
import { checkTarget } from './targets.js'

/** One reporter and where it writes. */
export interface Wanted {
  readonly name: ReporterName
  /** Absolute; `null`: stdout, or for `markdown` the summary of the step where there is one. */
  readonly file: string | null
}

export interface ReporterOptions {
  /** As it stands on the command line. Default: what the project's config says, else `terminal`. */
  readonly reporter?: string | undefined
  /** The short way to `json`. */
  readonly json?: boolean | undefined
}

/**
 * What holds of the call, the project's config and the default; the short `--json` of a call goes together with files and with nothing
 * else, and like every call before the config. Throws `BAD_OPTION`: a name that is none, a file that cannot be written, two documents
 * for one place.
 */
export const parseReporters = (options: ReporterOptions, cwd: string, config: LoadedConfig = NO_CONFIG): Wanted[] => {
  const { value } = resolveSetting('reporter', { env: {}, call: { reporter: calledFor(options) }, config })
  const named = value.map(({ name, file }) => ({ name, file: file === null ? null : resolve(cwd, file) }))
  const asked = options.json === true && !named.some(({ name, file }) => name === 'json' && file === null)
  const wanted: Wanted[] = [...(asked ? [{ name: 'json', file: null } as const] : []), ...named]
  checkStdout(wanted)
  checkFiles(wanted)
  return wanted
}

const calledFor = ({ reporter, json }: ReporterOptions): string | undefined => reporter ?? (json === true ? 'json' : undefined)

/** A document (`json`, `junit`, `html`) is to be piped: nothing may stand before or behind it. */
const checkStdout = (wanted: readonly Wanted[]): void => {
  const there = wanted.filter(({ file }) => file === null)
  const document = there.find(({ name }) => REPORTERS[name].isDocument)
  const [other] = there.filter((each) => each !== document)
  if (document === undefined || other === undefined) return
  throw new HarnessError('BAD_OPTION', `both ${document.name} and ${other.name} would write to stdout`, {
    remedy: `give one of them a file: ${document.name}=FILE`,
  })
}

const checkFiles = (wanted: readonly Wanted[]): void => {
  const files = wanted.flatMap(({ name, file }) => (file === null ? [] : [{ name, file }]))
  for (const [i, { name, file }] of files.entries()) {
    const same = files.slice(0, i).find((other) => other.file === file)
    if (same !== undefined)
      throw new HarnessError('BAD_OPTION', `both ${same.name} and ${name} would write to ${file}`, {
        expected: 'a file for each',
      })
    checkTarget(name, file)
  }
}
