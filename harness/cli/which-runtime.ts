// Which world a run is meant for: options of one say nothing in the other, and are refused there.
import { HarnessError } from '../core/errors.js'

export interface RuntimeOptions {
  readonly runtime?: string
  readonly runs?: string
  readonly hold?: string | true
  readonly patience?: string
  readonly save?: string | true
  readonly emitTest?: string
  readonly shard?: string
}

const RUNTIMES = ['node', 'real'] as const
const ONLY_REAL = ['runs', 'hold', 'patience'] as const
const ONLY_SIMULATED = ['save', 'emitTest', 'shard'] as const

/** Throws `BAD_OPTION`. */
export const runtimeOf = (options: RuntimeOptions): (typeof RUNTIMES)[number] => {
  const { runtime = 'node' } = options
  const found = RUNTIMES.find((name) => name === runtime)
  if (found === undefined) {
    throw new HarnessError('BAD_OPTION', `there is no runtime \`${runtime}\``, { expected: RUNTIMES.join(' or ') })
  }
  const strange: readonly (typeof ONLY_REAL | typeof ONLY_SIMULATED)[number][] = found === 'real' ? ONLY_SIMULATED : ONLY_REAL
  const stray = strange.find((name) => options[name] !== undefined)
  if (stray === undefined) return found
  const option = stray === 'emitTest' ? '--emit-test' : `--${stray}`
  throw found === 'real'
    ? new HarnessError('BAD_OPTION', `${option} is for the simulated world: real runs are neither replayed nor cut into parts`, {
        remedy: 'leave out --runtime real',
      })
    : new HarnessError('BAD_OPTION', `${option} is for runs in the real world`, { remedy: 'add --runtime real' })
}
