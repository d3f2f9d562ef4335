// What `--reporter` asks for: `terminal,junit=out.xml,html=race.html`. Whatever is wrong with it is said before anything is searched.
import { resolve } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import { REPORTERS, type ReporterName } from './reporters.js'
import { checkTarget } from './targets.js'

/** One reporter and where it writes. */
export interface Wanted {
  readonly name: ReporterName
  /** Absolute; `null`: stdout, or for `markdown` the summary of the step where there is one. */
  readonly file: string | null
}

export interface ReporterOptions {
  /** As it stands on the command line. Default: `terminal`. */
  readonly reporter?: string | undefined
  /** The short way to `json`. */
  readonly json?: boolean | undefined
}

/** Throws `BAD_OPTION`: a name that is none, a file that cannot be written, two documents for one place. */
export const parseReporters = ({ reporter, json = false }: ReporterOptions, cwd: string): Wanted[] => {
  const named = reporter === undefined ? [] : reporter.split(',').map((text) => parseOne(text.trim(), cwd))
  const asked = json && !named.some(({ name, file }) => name === 'json' && file === null)
  const wanted: Wanted[] = [...(asked ? [{ name: 'json', file: null } as const] : []), ...named]
  if (wanted.length === 0) return [{ name: 'terminal', file: null }]
  checkStdout(wanted)
  checkFiles(wanted)
  return wanted
}

const parseOne = (text: string, cwd: string): Wanted => {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  if (!Object.hasOwn(REPORTERS, name)) {
    throw new HarnessError('BAD_OPTION', `there is no reporter \`${name}\``, {
      expected: `${Object.keys(REPORTERS).join(', ')}; several with commas, each with =FILE to write to a file`,
    })
  }
  if (file === '')
    throw new HarnessError('BAD_OPTION', `\`${text}\` names no file`, { expected: `${name}=FILE, or ${name} alone` })
  return { name: name as ReporterName, file: file === undefined ? null : resolve(cwd, file) }
}

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
