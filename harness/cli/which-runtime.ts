// Which world a run is meant for: options of one say nothing in the other, and are refused there.
import { HarnessError } from '../core/errors.js'

export interface RuntimeOptions {
  readonly runtime?: string
  readonly runs?: string
  readonly hold?: string | true
  readonly patience?: string
}

const RUNTIMES = ['node', 'real'] as const
const ONLY_REAL = ['runs', 'hold', 'patience'] as const

/** Throws `BAD_OPTION`. */
export const runtimeOf = (options: RuntimeOptions): (typeof RUNTIMES)[number] => {
  const { runtime = 'node' } = options
  const found = RUNTIMES.find((name) => name === runtime)
  if (found === undefined) {
    throw new HarnessError('BAD_OPTION', `there is no runtime \`${runtime}\``, { expected: RUNTIMES.join(' or ') })
  }
  const stray = found === 'real' ? undefined : ONLY_REAL.find((name) => options[name] !== undefined)
  if (stray === undefined) return found
  throw new HarnessError('BAD_OPTION', `--${stray} is for runs in the real world`, { remedy: 'add --runtime real' })
}
