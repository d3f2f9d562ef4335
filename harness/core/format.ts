// The format of what is written for others to read: `"format": 1` in each document, newer ones are refused by name.
import { HarnessError } from './errors.js'

/** What this version writes, and the newest that it reads. */
const FORMAT = 1

/** Throws `TOKEN_TOO_NEW` where `value`, which was read from `file`, says that it has a newer format. */
export const refuseNewer = (value: unknown, file: string): void => {
  const format = (value as { readonly format?: unknown } | null)?.format
  if (typeof format !== 'number' || format <= FORMAT) return
  throw new HarnessError('TOKEN_TOO_NEW', `${file} was written by a newer crosswire`, {
    found: `format ${format}`,
    expected: `format ${FORMAT}`,
    remedy: 'update crosswire',
  })
}
