// Who is told of a search, as a person writes it: `terminal,junit=out.xml,html=race.html`.
import { HarnessError } from '../core/errors.js'
import { REPORTER_NAMES, type ReporterName } from '../reporters/names.js'

/** One reporter, and the file that it writes as it was said; `null`: none was. */
export interface NamedReporter {
  readonly name: ReporterName
  readonly file: string | null
}

/** Throws `BAD_OPTION` with what can be asked for. Whether a file can be written is seen by whoever writes it. */
export const parseReporterList = (text: string): readonly NamedReporter[] => text.split(',').map((each) => parseOne(each.trim()))

/** As it would be written. */
export const showReporterList = (reporters: readonly NamedReporter[]): string =>
  reporters.map(({ name, file }) => (file === null ? name : `${name}=${file}`)).join(',')

const parseOne = (text: string): NamedReporter => {
  const [, said = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const name = REPORTER_NAMES.find((each) => each === said)
  if (name === undefined) {
    throw new HarnessError('BAD_OPTION', `there is no reporter \`${said}\``, {
      expected: `${REPORTER_NAMES.join(', ')}; several with commas, each with =FILE to write to a file`,
    })
  }
  if (file === '')
    throw new HarnessError('BAD_OPTION', `\`${text}\` names no file`, { expected: `${name}=FILE, or ${name} alone` })
  return { name, file: file ?? null }
}
