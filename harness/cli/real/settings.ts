// What a command that runs things in the real world is to do, from its options.
import { HarnessError } from '../../core/errors.js'
import { fromEnvironment, type TokenContent, wholeNumber } from '../../search/index.js'
import type { Context } from '../commands/context.js'
import { readToken } from '../read-token.js'
import { type Settings, type SettingsOptions, settingsOf } from '../settings.js'
import { DEFAULT_PATIENCE_MS, DEFAULT_RUNS } from './defaults.js'

/** As the command line gives them: text, or absent. */
export interface RealOptions extends SettingsOptions {
  readonly variant?: string
  readonly runs?: string
  readonly patience?: string
  readonly json?: boolean
}

export interface RealSettings extends Settings {
  readonly runs: number
  /** Real ms without an event after which a run may count as hung. */
  readonly patienceMs: number
  /** Runs at the same time: one, unless somebody says otherwise, since they slow each other down. */
  readonly atOnce: number
}

/** Rejects with `BAD_OPTION` or `BAD_CONFIG`. */
export const realSettingsOf = async (options: RealOptions, { cwd, env }: Context): Promise<RealSettings> => {
  const settings = await settingsOf(options, { cwd, env })
  const isSaid = (fromEnvironment(env, 'CROSSWIRE_JOBS') ?? options.jobs) !== undefined
  return {
    ...settings,
    runs: wholeNumber('number of runs', options.runs ?? String(DEFAULT_RUNS), { min: 1, max: 100_000 }),
    patienceMs: options.patience === undefined ? DEFAULT_PATIENCE_MS : patience(options.patience),
    atOnce: isSaid ? settings.jobs : 1,
  }
}

const patience = (text: string): number => {
  const [, number] = /^(\d+(?:\.\d+)?)s?$/.exec(text.trim()) ?? []
  if (number !== undefined && Number(number) >= 0.1 && Number(number) <= 600) return Number(number) * 1000
  throw new HarnessError('BAD_OPTION', `\`${text}\` is no patience`, { expected: 'seconds from 0.1 to 600, as in 3' })
}

/** `--hold`, `--hold=TOKEN`, or neither. */
export interface Hold {
  readonly token: TokenContent | null
}

/** An option with a value that may be left out takes the word behind it: a name there is a name. Throws `BAD_TOKEN`. */
export const holdOf = (
  hold: string | true | undefined,
  names: readonly string[],
  cwd: string,
): { readonly hold: Hold | null; readonly names: readonly string[] } => {
  if (hold === undefined) return { hold: null, names }
  if (hold === true) return { hold: { token: null }, names }
  if (/^cw\d+\./.test(hold) || hold === '') return { hold: { token: readToken(hold, cwd) }, names }
  return { hold: { token: null }, names: [hold, ...names] }
}
