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
  readonly reporter?: string
  readonly keepGoing?: boolean
  /** `--no-explain`: false. */
  readonly explain?: boolean
  readonly shrinkBudget?: string
  readonly python?: string
  readonly trace?: readonly string[]
  readonly release?: string
  readonly checkout?: string
}

const RUNTIMES = ['node', 'real'] as const
const ONLY_REAL = { runs: '--runs', hold: '--hold', patience: '--patience' }
const ONLY_SIMULATED = {
  ...{ save: '--save', emitTest: '--emit-test', shard: '--shard', reporter: '--reporter', keepGoing: '--keep-going' },
  ...{ explain: '--no-explain', shrinkBudget: '--shrink-budget', python: '--python', trace: '--trace' },
  ...{ release: '--release', checkout: '--checkout' },
}

/** Throws `BAD_OPTION`. */
export const runtimeOf = (options: RuntimeOptions): (typeof RUNTIMES)[number] => {
  const { runtime = 'node' } = options
  const found = RUNTIMES.find((name) => name === runtime)
  if (found === undefined) {
    throw new HarnessError('BAD_OPTION', `there is no runtime \`${runtime}\``, { expected: RUNTIMES.join(' or ') })
  }
  const strange: Readonly<Record<string, string>> = found === 'real' ? ONLY_SIMULATED : ONLY_REAL
  const isSaid = ([name, value]: [string, unknown]): boolean =>
    name in strange && value !== undefined && !(name === 'explain' && value === true)
  const [stray] = Object.entries(options).find(isSaid) ?? []
  if (stray === undefined) return found
  const option = strange[stray]
  throw found === 'real'
    ? new HarnessError('BAD_OPTION', `${option} is for the simulated world: real runs are rates, as text or with --json`, {
        remedy: `leave out ${option}, or --runtime real`,
      })
    : new HarnessError('BAD_OPTION', `${option} is for runs in the real world`, { remedy: 'add --runtime real' })
}
