// Values that a property was given: written into tokens, and made anew for each execution.
import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'devalue'
import fc from 'fast-check'
import { hashText } from '../../core/random.js'
import type { Workload } from '../../core/workload.js'

export interface GivenValue {
  /** As a workload keeps it. */
  readonly written: string | number
  /** Seed of the schedules that it is explored under; u32, and a matter of the value alone. */
  readonly seed: number
  /** One that no earlier execution can have changed, as far as that can be had. */
  fresh(): unknown
}

/**
 * Text for what JSON and the commonest built-in types can say, without loss; else the hash of what fast-check prints. Such a value (a
 * function, an instance of a class) is given to each execution as it is, but for what fast-check itself knows how to clone.
 */
export const givenValue = (value: unknown): GivenValue => {
  const text = textOf(value)
  if (text !== null) return { written: text, seed: hashText(text), fresh: () => parse(text) }
  const hash = hashText(fc.stringify(value))
  return { written: hash, seed: hash, fresh: () => fc.cloneIfNeeded(value) }
}

/** The value of a token, where it could be written. */
export const readValue = (written: string): GivenValue => {
  const seed = hashText(written)
  return { written, seed, fresh: () => parse(written) }
}

/** The value of a race file; `null` where it holds none that can be read. */
export const valueIn = ({ value: written }: Workload): GivenValue | null => {
  if (typeof written !== 'string') return null
  try {
    const value = readValue(written)
    value.fresh()
    return value
  } catch {
    return null
  }
}

const textOf = (value: unknown): string | null => {
  try {
    const text = stringify(value)
    return isDeepStrictEqual(value, parse(text)) ? text : null
  } catch {
    return null
  }
}
