// The one table of settings: the command line, the hosts, the config file, `crosswire doctor` and the docs go by it. It is loaded for
// every command, the help included: of the search it knows single files, not the whole room.
import { availableParallelism } from 'node:os'
import { HarnessError } from '../core/errors.js'
import { DEFAULT_LIMITS } from '../core/limits.js'
import { WATCHDOG_CPU_MS } from '../runtimes/node/watchdog/watchdog.js'
import { type BudgetSpec, parseBudget } from '../search/budget.js'
import { DEFAULT_BUDGET, DEFAULT_SCHEDULES, DEFAULT_SHRINK_AT_MOST } from '../search/options.js'
import { parseSeed, wholeNumber } from '../search/settings.js'
import { STRATEGY_NAMES, strategyByName } from '../strategies/index.js'
import { oneOf, positive, secondsOf } from './parse.js'
import { type NamedReporter, parseReporterList, showReporterList } from './reporter-list.js'
import type { Setting } from './setting.js'

/** By name; a dot leads into an object of the config file. */
export interface SettingValues {
  readonly budget: BudgetSpec
  /** u32. */
  readonly seed: number
  readonly strategy: string
  readonly schedules: number
  /** Executions. */
  readonly shrinkBudget: number
  readonly jobs: number
  readonly 'limits.steps': number
  readonly 'limits.virtualMs': number
  /** In ms of CPU time; 0: none. */
  readonly watchdog: number
  readonly native: 'refuse' | 'allow'
  readonly isolate: 'none' | 'worker'
  readonly recycle: number
  readonly reporter: readonly NamedReporter[]
  /** Whether races that are found are kept as files; a text names the folder. */
  readonly save: boolean | string
}

export type SettingName = keyof SettingValues

/** Executions of one race in somebody's test: they wait for it each time. */
export const RACE_BUDGET: BudgetSpec = { executions: 200 }

const whole = (what: string, max: number) => (text: string) => wholeNumber(what, text, { min: 1, max })

export const SETTINGS: { readonly [Name in SettingName]: Setting<SettingValues[Name]> } = {
  budget: {
    says: 'what one search may spend: executions, or a time as in 30s, 2m or 500ms',
    parse: parseBudget,
    fallback: DEFAULT_BUDGET,
    show: (budget) => ('ms' in budget ? `${budget.ms / 1000} s` : `${count(budget.executions)} executions`),
    variable: 'CROSSWIRE_BUDGET',
    option: '--budget',
    inCode: ['race()'],
  },
  seed: {
    says: 'the same seed finds the same, in the same order',
    parse: parseSeed,
    fallback: 0,
    show: String,
    variable: 'CROSSWIRE_SEED',
    option: '--seed',
    inCode: ['race()'],
  },
  strategy: {
    says: 'how schedules are chosen',
    parse: strategyNamed,
    fallback: STRATEGY_NAMES[0] as string,
    show: String,
    option: '--strategy',
    inCode: ['race()'],
  },
  schedules: {
    says: 'how many schedules one generated workload is run under',
    parse: whole('number of schedules', 1e9),
    fallback: DEFAULT_SCHEDULES,
    show: count,
    option: '--schedules',
    inCode: ['fast-check'],
  },
  shrinkBudget: {
    says: 'executions that making one failure small may take; a long one counts once for each 250 steps; 0: it stays as it was found',
    parse: (text) => wholeNumber('shrink budget', text, { min: 0, max: 1e9 }),
    fallback: DEFAULT_SHRINK_AT_MOST,
    show: (executions) => `${count(executions)} executions`,
    option: '--shrink-budget',
    inCode: ['race()'],
  },
  jobs: {
    says: 'how many processes search at the same time; by default one for each core',
    parse: whole('number of jobs', 1024),
    fallback: availableParallelism(),
    show: String,
    variable: 'CROSSWIRE_JOBS',
    option: '--jobs',
    inCode: [],
  },
  'limits.steps': {
    says: 'steps of one execution; past them nothing can be said of it',
    parse: whole('number of steps', Number.MAX_SAFE_INTEGER),
    fallback: DEFAULT_LIMITS.steps,
    show: count,
    inCode: ['race()', 'scenario'],
  },
  'limits.virtualMs': {
    says: 'virtual milliseconds of one execution, likewise',
    parse: positive('number of virtual milliseconds'),
    fallback: DEFAULT_LIMITS.virtualMs,
    show: (ms) => (ms < HOUR_MS ? `${count(ms)} ms` : `${ms / HOUR_MS} hours`),
    inCode: ['race()', 'scenario'],
  },
  watchdog: {
    says: 'seconds of CPU time without a step after which a loop is ended; 0: never',
    parse: secondsOf('number of seconds'),
    fallback: WATCHDOG_CPU_MS,
    show: (ms) => (ms === 0 ? 'never' : `${ms / 1000} s of CPU time without a step`),
    option: '--watchdog',
    inCode: [],
  },
  native: {
    says: 'native work, whose order is not controlled: refused by name, or let through',
    parse: oneOf('refuse', 'allow'),
    fallback: 'refuse',
    show: String,
    inCode: ['race()', 'scenario'],
  },
  isolate: {
    says: 'where executions run: in the thread that searches, or in worker threads that load the subject afresh',
    parse: oneOf('none', 'worker'),
    fallback: 'none',
    show: String,
    inCode: ['scenario', 'race()'],
  },
  recycle: {
    says: 'with `isolate: worker`: executions until a fresh thread takes over',
    parse: whole('number of executions', 1e9),
    fallback: 200,
    show: count,
    inCode: ['scenario', 'race()'],
  },
  reporter: {
    says: 'who the command line tells of a search, several with commas, each into a file of its own with =FILE',
    parse: parseReporterList,
    fallback: [{ name: 'terminal', file: null }],
    show: showReporterList,
    option: '--reporter',
    inCode: [],
  },
  save: {
    says: 'whether races that are found are kept as files: `1`, `0`, or for the command line a folder; those of a test lie in `__races__` beside it',
    parse: saving,
    fallback: false,
    show: (save) => (typeof save === 'string' ? `in ${save}` : save ? 'yes' : 'no'),
    variable: 'CROSSWIRE_SAVE',
    option: '--save',
    inCode: [],
  },
}

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

const HOUR_MS = 3_600_000

function count(number: number): string {
  return number.toLocaleString('en')
}

const YES = ['1', 'yes', 'true']
const NO = ['0', 'no', 'false']

function saving(text: string): boolean | string {
  const word = text.trim()
  if (word === '') throw new HarnessError('BAD_OPTION', 'no folder is named for races', { expected: '1, 0 or a folder' })
  return YES.includes(word) ? true : NO.includes(word) ? false : word
}

function strategyNamed(name: string): string {
  strategyByName(name)
  return name
}
