// One writer for each reporter that was asked for: it shows results as they come, or writes them all at the end.
import { appendFileSync } from 'node:fs'
import {
  type ClosingOptions,
  closingText,
  type Finished,
  NO_COLOURS,
  type RunFacts,
  resultText,
  type TerminalOptions,
} from '../../reporters/index.js'
import type { ReporterName } from '../../reporters/names.js'
import type { Context } from '../commands/context.js'
import type { Terminal } from '../terminal.js'
import type { Wanted } from './parse-reporters.js'
import { REPORTERS, type ReporterEntry } from './reporters.js'
import { writeWhole } from './targets.js'

/** What a run is by its end. */
export interface EndFacts extends RunFacts, Pick<ClosingOptions, 'named'> {}

export interface Writer {
  readonly name: ReporterName
  /** `null`: a stream. */
  readonly file: string | null
  /** Shows one result as soon as it is there. */
  readonly show?: (result: Finished) => void
  /** Throws where it cannot be written. */
  readonly write: (results: readonly Finished[], facts: EndFacts) => void
}

/** Loads what it needs, so that nothing can be missing at the end. */
export const writerFor = async ({ name, file }: Wanted, { env, terminal }: Context): Promise<Writer> => {
  const { load }: ReporterEntry = REPORTERS[name]
  if (load === null) return file === null ? live(terminal) : plainText(file)
  const document = await load()
  const { GITHUB_STEP_SUMMARY: summary = '' } = env
  if (file !== null) return { name, file, write: (...run) => writeWhole(file, document(...run)) }
  if (name === 'markdown' && summary !== '')
    return { name, file: summary, write: (...run) => appendFileSync(summary, document(...run)) }
  return { name, file, write: (...run) => terminal.out(document(...run).trimEnd()) }
}

const live = (terminal: Terminal): Writer => ({
  name: 'terminal',
  file: null,
  show: (result) => shown(resultText(result, terminal), terminal),
  write: (results, facts) => shown(closingText(results, { ...terminal, ...facts }), terminal),
})

const shown = (text: string, { out }: Terminal): void => {
  if (text !== '') out(text)
}

const PLAIN: TerminalOptions = { width: 100, palette: NO_COLOURS }

const plainText = (file: string): Writer => ({
  name: 'terminal',
  file,
  write: (results, facts) => writeWhole(file, `${wholeText(results, facts, PLAIN)}\n`),
})

/** All that a terminal would have shown. */
export const wholeText = (results: readonly Finished[], facts: EndFacts, options: TerminalOptions): string =>
  [...results.map((result) => resultText(result, options)), closingText(results, { ...options, ...facts })]
    .filter((text) => text !== '')
    .join('\n')
    .replace(/^\n/, '')
