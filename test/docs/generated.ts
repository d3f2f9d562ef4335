// The parts of the docs that are made from the code: each between two marks, in the file that it belongs to.

import { defaults } from '../../harness/cli/commands/doctor.js'
import { ERROR_CODES } from '../../harness/core/errors.js'
import { deviations } from '../parity/net/deviations.js'

const BY_WHOM = {
  usage: 'the input',
  driver: 'the subject cannot be controlled',
  divergence: 'the subject has changed',
  internal: 'crosswire',
}

const errors = (): string => {
  const rows = Object.entries(ERROR_CODES).map(([code, { fault, says }]) => `| \`${code}\` | ${says} | ${BY_WHOM[fault]} |`)
  return ['| code | what it says | where the fault lies |', '|---|---|---|', ...rows].join('\n')
}

const network = (): string => {
  const rows = deviations.map(
    ({ script, family, reason }) => `| ${script}${family === undefined ? '' : ` (${family})`} | ${reason} |`,
  )
  return ['| what was done | how it differs, and why |', '|---|---|', ...rows].join('\n')
}

const settings = (): string => {
  const rows = Object.entries(defaults()).map(([name, value]) => `| ${name} | ${name === 'jobs' ? 'one for each core' : value} |`)
  return ['| setting | default |', '|---|---|', ...rows].join('\n')
}

/** By file and mark. */
export const generated: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/errors.md': { errors },
  'docs/limits.md': { network },
  'docs/settings.md': { settings },
}

/** Puts the generated parts of `file` into `text`. */
export const fill = (file: string, text: string): string =>
  Object.entries(generated[file] ?? {}).reduce((filled, [mark, make]) => {
    const part = new RegExp(`(<!-- generated: ${mark} -->\n)(?:.|\\n)*?(<!-- end -->)`)
    if (!part.test(filled)) throw new Error(`${file} has no part marked "${mark}"`)
    return filled.replace(part, (_, start: string, end: string) => `${start}${make()}\n${end}`)
  }, text)
