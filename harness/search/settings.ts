// What the command line and the hosts read from the environment, and how numbers are written there.
import { HarnessError } from '../core/errors.js'

export type Environment = Readonly<Record<string, string | undefined>>

/** `undefined` where the variable is not set, or empty. */
export const fromEnvironment = (env: Environment, name: string): string | undefined => env[name] || undefined

/** Throws `BAD_OPTION` for anything but a whole number from `min` to `max`. */
export const wholeNumber = (what: string, text: string, { min, max }: { readonly min: number; readonly max: number }): number => {
  const number = Number(text)
  if (/^\s*\d+\s*$/.test(text) && number >= min && number <= max) return number
  throw new HarnessError('BAD_OPTION', `\`${text}\` is no ${what}`, { expected: `a whole number from ${min} to ${max}` })
}

export const parseSeed = (text: string): number => wholeNumber('seed', text, { min: 0, max: 2 ** 32 - 1 })
