// Delay profiles: finite lists of milliseconds, so that how long a tool takes is a choice of the schedule like any other.
import type { DelayProfile } from '../core/dispatcher-spec.js'
import { HarnessError } from '../core/errors.js'

type Delay = number | null

const POINTS = 5
/** Middles of five equally likely parts, and a rare late one. */
const QUANTILES = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]

/** Always `ms`: no choice at all. */
export const constantDelay = (ms: number): DelayProfile => profile(`constant:${ms}`, [ms])

/** One of five delays spread evenly from `minMs` to `maxMs`, both included; fewer where they coincide in whole milliseconds. */
export const uniform = (minMs: number, maxMs: number): DelayProfile => {
  if (!(minMs <= maxMs)) throw badDelay(`uniform:${minMs}..${maxMs}`, 'the first number is not above the second')
  const at = (i: number): number => Math.round(minMs + ((maxMs - minMs) * i) / (POINTS - 1))
  return profile(
    `uniform:${minMs}..${maxMs}`,
    Array.from({ length: POINTS }, (_, i) => at(i)),
  )
}

/** Quantiles of an exponential distribution with this mean, in whole milliseconds: mostly short, at times 4.6 times the mean. */
export const exponential = (meanMs: number): DelayProfile =>
  profile(
    `exponential:${meanMs}`,
    QUANTILES.map((quantile) => Math.round(-meanMs * Math.log(1 - quantile))),
  )

/** Either fast or slow: a cache that hits or misses. */
export const bimodal = (fastMs: number, slowMs: number): DelayProfile => profile(`bimodal:${fastMs},${slowMs}`, [fastMs, slowMs])

/** No answer, ever. A caller whose request meets this ends as `info`. */
export const never = (): DelayProfile => profile('never', [null])

/** Exactly these, [0] the one of a calm schedule; `null` is never. */
export const oneOf = (...choicesMs: readonly Delay[]): DelayProfile =>
  profile(`oneOf:${choicesMs.map((ms) => ms ?? 'never')}`, choicesMs)

const profile = (name: string, choicesMs: readonly Delay[]): DelayProfile => {
  const fine = choicesMs.length > 0 && choicesMs.every((ms) => ms === null || (Number.isFinite(ms) && ms >= 0))
  if (!fine) throw badDelay(name, 'milliseconds from 0 on')
  return { name, choicesMs: [...new Set(choicesMs)] }
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const ONE = String.raw`(?:\d+(?:\.\d+)?|never)`
const FORMS: readonly (readonly [RegExp, (...parts: string[]) => DelayProfile])[] = [
  [new RegExp(`^(?:constant:)?${NUMBER}$`), (ms) => constantDelay(Number(ms))],
  [new RegExp(`^uniform:${NUMBER}\\.\\.${NUMBER}$`), (min, max) => uniform(Number(min), Number(max))],
  [new RegExp(`^exponential:${NUMBER}$`), (mean) => exponential(Number(mean))],
  [new RegExp(`^bimodal:${NUMBER},${NUMBER}$`), (fast, slow) => bimodal(Number(fast), Number(slow))],
  [/^never$/, never],
  [
    new RegExp(`^oneOf:(${ONE}(?:,${ONE})*)$`),
    (list = '') => oneOf(...list.split(',').map((ms) => (ms === 'never' ? null : Number(ms)))),
  ],
]

/** Reads the form that `printDelay` writes, and a bare number as `constant`. Throws `BAD_OPTION`. */
export const parseDelay = (text: string): DelayProfile => {
  for (const [form, make] of FORMS) {
    const match = form.exec(text)
    if (match !== null) return make(...match.slice(1))
  }
  throw badDelay(text, 'constant:50, uniform:0..50, exponential:20, bimodal:5,200, never or oneOf:5,10,never')
}

/** The form of the command line: `uniform:0..50`; for a list with a name of its own, `oneOf:...`. */
export const printDelay = ({ name, choicesMs }: DelayProfile): string => {
  const same = FORMS.some(([form]) => form.test(name)) && String(parseDelay(name).choicesMs) === String(choicesMs)
  return same ? name : oneOf(...choicesMs).name
}

/** How a delay reads in a choice: `25 ms`, `never`. */
export const delayLabel = (ms: Delay): string => (ms === null ? 'never' : `${ms} ms`)

const badDelay = (found: string, expected: string): HarnessError =>
  new HarnessError('BAD_OPTION', 'not a delay profile', { found, expected })
