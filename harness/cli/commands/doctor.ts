// `crosswire doctor`: what this machine offers, and every default.
import { AsyncLocalStorage } from 'node:async_hooks'
import { DEFAULT_LIMITS, DEFAULT_MODEL, modelId } from '../../core/limits.js'
import { RACE_BUDGET } from '../../hosts/race-settings.js'
import { removeOwnDirectories } from '../../runtimes/node/files/clean-up.js'
import { directoryFacts } from '../../runtimes/node/files/directory.js'
import { drainMode } from '../../runtimes/node/index.js'
import { fsControl } from '../../runtimes/node/intercept/fs/install-fs.js'
import { type BudgetSpec, DEFAULT_SCHEDULES } from '../../search/index.js'
import { STRATEGY_NAMES } from '../../strategies/index.js'
import { EXIT } from '../exit-code.js'
import { DEFAULTS } from '../settings.js'
import type { Context } from './context.js'

interface Finding {
  readonly what: string
  readonly says: string
  /** `false`: crosswire cannot work here as it should. */
  readonly fine: boolean
}

/** Exit code 0 where everything works, 4 where something does not. */
export const doctor = async ({ json = false }: { readonly json?: boolean }, { terminal, versions }: Context): Promise<number> => {
  const findings = [nodeVersion(versions.node), await drain(), asyncContext(), files(), directory()]
  const exitCode = findings.every(({ fine }) => fine) ? EXIT.ok : EXIT.unknown
  if (json) terminal.out(JSON.stringify({ format: 1, versions, exitCode, findings, defaults: defaults() }, null, 2))
  else {
    const { palette } = terminal
    const mark = (fine: boolean) => (fine ? palette.green('ok') : palette.red('x '))
    terminal.out(findings.map(({ what, says, fine }) => `${mark(fine)} ${what.padEnd(WIDTH)} ${says}`).join('\n'))
    terminal.out('\nDefaults')
    terminal.out(
      Object.entries(defaults())
        .map(([name, value]) => `   ${name.padEnd(WIDTH)} ${value}`)
        .join('\n'),
    )
  }
  return exitCode
}

const WIDTH = 26
const OLDEST = [20, 15] as const

const nodeVersion = (node: string): Finding => {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const fine = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return { what: 'node', says: fine ? node : `${node}: ${OLDEST.join('.')} or newer is needed`, fine }
}

/** Both ways are sound; the fallback is slower. */
const drain = async (): Promise<Finding> => {
  const mode = await drainMode()
  return {
    what: 'drain',
    says: mode === 'burst' ? 'at once (burst)' : 'a turn of the loop for each step (turns): slower',
    fine: true,
  }
}

const asyncContext = (): Finding => {
  const storage = new AsyncLocalStorage<string>()
  const kept = storage.run('kept', () => AsyncLocalStorage.snapshot())(() => storage.getStore() === 'kept')
  return { what: 'async context', says: kept ? 'followed' : 'lost: callers cannot be told apart', fine: kept }
}

const files = (): Finding => {
  const controlled = fsControl() === 'controlled'
  return { what: 'files', says: controlled ? 'controlled' : 'asynchronous file operations are refused', fine: controlled }
}

const directory = (): Finding => {
  try {
    const { parent, memory } = directoryFacts()
    removeOwnDirectories()
    return { what: 'execution directory', says: memory ? `${parent} (in memory)` : `${parent} (on disk: slower)`, fine: true }
  } catch (error) {
    return { what: 'execution directory', says: (error as Error).message, fine: false }
  }
}

/** Every number that a search goes by unless it is told another one; the docs list them too. `jobs` depends on the machine. */
export const defaults = (): Record<string, string | number> => ({
  strategy: `${DEFAULTS.strategy} (also ${STRATEGY_NAMES.slice(1).join(', ')})`,
  'budget of a variant': amountOf(DEFAULTS.budget),
  'budget of race()': amountOf({ executions: RACE_BUDGET }),
  'schedules of a workload': DEFAULT_SCHEDULES,
  seed: DEFAULTS.seed,
  jobs: DEFAULTS.jobs,
  'steps of an execution': DEFAULT_LIMITS.steps.toLocaleString('en'),
  'virtual time': `${DEFAULT_LIMITS.virtualMs / 3_600_000} hours`,
  watchdog: `${DEFAULTS.watchdogMs / 1000} s of CPU time without a step`,
  'latency of I/O at most': `${DEFAULT_MODEL.ioLatencyMs} ms`,
  'lateness of timers at most': `${DEFAULT_MODEL.latenessMs} ms`,
  'file operations in flight': DEFAULT_MODEL.poolSize,
  model: modelId(DEFAULT_MODEL),
})

const amountOf = (budget: BudgetSpec): string =>
  'ms' in budget ? `${budget.ms} ms` : `${budget.executions.toLocaleString('en')} executions`
