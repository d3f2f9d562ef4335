// The parts of the docs that are made from the code: each between two marks, in the file that it belongs to.
import { model } from '../../harness/cli/commands/doctor.js'
import { SETTING_NAMES, SETTINGS, VARIABLES } from '../../harness/config/index.js'
import type { Setting } from '../../harness/config/setting.js'
import { ERROR_CODES } from '../../harness/core/errors.js'
import { PROBES } from '../../harness/core/probes.js'
import { areas } from '../parity/areas.js'
import { jsonFields } from './json-fields.js'
import { scenarioPages, storyIn } from './scenario-pages.js'

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

/** How much is compared, and all that is known to differ. */
const deviations = (): string => {
  const counts = areas.map(({ name, scripts }) => `${scripts.length} over ${name}`)
  const rows = areas.flatMap(({ name, deviations }) =>
    deviations.map(({ script, family, reason }) => row(family === undefined ? name : `${name} (${family})`, script, reason)),
  )
  return [
    `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}.`,
    '',
    table(['of', 'what is done', 'how it differs, and why'], rows),
  ].join('\n')
}

/** `jobs` depends on the machine. */
const settings = (): string => {
  const rows = SETTING_NAMES.map((name) => {
    const { says, fallback, show, option, variable, inCode } = SETTINGS[name] as Setting<unknown>
    const others = name === 'budget' ? ', 200 in race()' : ''
    const value = name === 'jobs' ? 'the cores' : `${show(fallback)}${others}`
    return row(`\`${name}\``, says, value, code(option), code(variable), inCode.map(code).join(', '))
  })
  return table(['in the config', 'what it is', 'default', 'option', 'variable', 'in code'], rows)
}

const variables = (): string => {
  const rows = Object.entries(VARIABLES).map(([name, { says, example }]) => row(code(name), says, code(example)))
  return table(['variable', 'what it does', 'example'], rows)
}

const loopModel = (): string =>
  table(
    ['model', 'value'],
    Object.entries(model()).map(([name, value]) => row(name, String(value))),
  )

const probes = (): string =>
  table(
    ['name', 'what is looked for', 'with it', 'without it'],
    Object.entries(PROBES).map(([name, { looksFor, has, lacks }]) => row(code(name), code(looksFor), has, lacks)),
  )

const code = (text = ''): string => (text === '' ? '' : `\`${text}\``)
const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n')

/** As everybody sees it who runs that scenario. */
const story = (): string => ['```', storyIn('test/golden/rpc-shared-socket/faulty.md'), '```'].join('\n')

/** By file and mark. */
export const generated: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { story },
  ...scenarioPages(),
  'docs/errors.md': { errors },
  'docs/limits.md': { deviations, probes },
  'docs/json.md': { fields: jsonFields },
  'docs/settings.md': { settings, variables, model: loopModel },
}

/** Puts the generated parts of `file` into `text`. */
export const fill = (file: string, text: string): string =>
  Object.entries(generated[file] ?? {}).reduce((filled, [mark, make]) => {
    const part = new RegExp(`(<!-- generated: ${mark} -->\n)(?:.|\\n)*?(<!-- end -->)`)
    if (!part.test(filled)) throw new Error(`${file} has no part marked "${mark}"`)
    return filled.replace(part, (_, start: string, end: string) => `${start}${make()}\n${end}`)
  }, text)
