// Which part of a search: `--shard 2/3`.
import { HarnessError } from '../../core/errors.js'
import type { Shard } from '../../search/index.js'

const MOST = 10_000

/** Throws `BAD_OPTION`. */
export const parseShard = (text: string): Shard => {
  const [, first = '', second = ''] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text) ?? []
  const [index, of] = [Number(first), Number(second)]
  if (index >= 1 && index <= of && of <= MOST) return { index, of }
  throw new HarnessError('BAD_OPTION', `\`${text}\` is no part of a search`, {
    expected: `which of how many, as in 1/3, 2/3 and 3/3 (at most ${MOST.toLocaleString('en')})`,
  })
}
