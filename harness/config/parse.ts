// How settings are written: numbers, seconds, one word of several.
import { HarnessError } from '../core/errors.js'

/** Only one of `words`. */
export const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((each) => each === text)
    if (word !== undefined) return word
    throw new HarnessError('BAD_OPTION', `\`${text}\` is none of the words that it can be`, { expected: words.join(' or ') })
  }

/** Seconds, as in `5`, `5s` or `0.5`; in ms. */
export const secondsOf = (what: string) => numberOf(what, /^(\d+(?:\.\d+)?)s?$/, { unit: 1000, expected: 'seconds, as in 5' })

/** A number above 0. */
export const positive =
  (what: string) =>
  (text: string): number => {
    const number = numberOf(what, /^(\d+(?:\.\d+)?)$/, { unit: 1, expected: EXPECTED })(text)
    if (number > 0) return number
    throw notThat(what, text, EXPECTED)
  }

const EXPECTED = 'a number above 0'

interface NumberOptions {
  readonly unit: number
  readonly expected: string
}

const numberOf =
  (what: string, form: RegExp, { unit, expected }: NumberOptions) =>
  (text: string): number => {
    const [, digits] = form.exec(text.trim()) ?? []
    if (digits !== undefined) return Number(digits) * unit
    throw notThat(what, text, expected)
  }

const notThat = (what: string, text: string, expected: string): HarnessError =>
  new HarnessError('BAD_OPTION', `\`${text}\` is no ${what}`, { expected })
