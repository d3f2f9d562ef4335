// The command line as it is told to commander: every command, every option, and what the help says.
import { Command } from 'commander'
import { SETTINGS } from '../config/settings.js'
import { SCHEDULES_NEARBY } from '../search/race-files/schedules-nearby.js'
import { STRATEGY_NAMES } from '../strategies/index.js'
import type { CompareOptions } from './commands/compare.js'
import type { Context } from './commands/context.js'
import { DISPATCHER_OPTIONS } from './commands/dispatcher.js'
import type { RegistryCommandOptions } from './commands/registry.js'
import type { ReplayCommandOptions } from './commands/replay.js'
import type { RunCommandOptions } from './commands/run.js'
import type { RunRealOptions } from './commands/run-real.js'
import type { ZooCommandOptions } from './commands/zoo.js'
import { DEFAULT_PATIENCE_MS, DEFAULT_RUNS } from './real/defaults.js'
import type { ReporterOptions } from './reports/parse-reporters.js'
import { type RuntimeOptions, runtimeOf } from './which-runtime.js'
import { ZOO_DEFAULTS } from './zoo/defaults.js'

/** Runs a command and leaves its exit code here. */
export interface Outcome {
  exitCode: number
}

type AnyRunOptions = RunCommandOptions & RunRealOptions & RuntimeOptions

/** Commands are loaded when they are called: each starts as fast as it can. */
export const createProgram = (contextOf: (color: boolean) => Context, outcome: Outcome): Command => {
  const program = new Command('crosswire')
    .description("Finds the interleaving in which a caller gets somebody else's response.")
    .option('--no-color', 'no colours')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'BAD_OPTION: ')) })
  const context = (): Context => contextOf(program.opts<{ color: boolean }>().color)
  const end = async (command: Promise<number>): Promise<void> => {
    outcome.exitCode = await command
  }
  program.version(context().versions.crosswire, '--version')
  addRun(program, (names, options) =>
    end(
      runtimeOf(options) === 'real'
        ? import('./commands/run-real.js').then(({ runReal }) => runReal(names, options, context()))
        : import('./commands/run.js').then(({ run }) => run(names, options, context())),
    ),
  )
  addCompare(program, (names, options) =>
    end(import('./commands/compare.js').then(({ compare }) => compare(names, options, context()))),
  )
  program
    .command('replay')
    .description('follow a counterexample again: fails (1), passes now (0) or diverged (4)')
    .argument(
      '<what...>',
      'a token, or race files and folders of them; then the file of the scenario, where it is one of your own',
    )
    .option('--near <number>', `schedules near each race file that does not fail (default ${NEAR})`)
    .option('--jobs <number>', 'scenarios whose race files are replayed at the same time')
    .option('--python <path>', PYTHON)
    .option('--trace <path...>', TRACE)
    .option('--checkout <path>', CHECKOUT)
    .option('--inspect', 'of a token: wait for a debugger, and stop at each step that comes out of turn')
    .option('--watchdog <seconds>', WATCHDOG)
    .option('--reporter <names>', REPORTER)
    .option('--json', JSON_HELP)
    .action((what: string[], options: ReplayCommandOptions) =>
      end(import('./commands/replay.js').then(({ replayArguments }) => replayArguments(what, { options, context: context() }))),
    )
  program
    .command('init')
    .description('write a first race test for the runner of this project; nothing that is there is touched')
    .option('--runner <name>', 'vitest or node-test (default: the one that the project has)')
    .option('--dry-run', 'say what would be written, and write nothing')
    .option('--json', JSON_HELP)
    .action((options) => end(import('./commands/init.js').then(({ init }) => init(options, context()))))
  addMerge(program, (files, options) => end(import('./commands/merge.js').then(({ merge }) => merge(files, options, context()))))
  program
    .command('list')
    .description('the scenarios that come with crosswire')
    .option('--json', JSON_HELP)
    .action((options) => end(import('./commands/list.js').then(({ list }) => list(options, context()))))
  program
    .command('doctor')
    .description('what this machine offers, and every setting with its value and where it comes from')
    .option('--json', JSON_HELP)
    .action((options) => end(import('./commands/doctor.js').then(({ doctor }) => doctor(options, context()))))
  addRegistry(program, (names, options) =>
    end(import('./commands/registry.js').then(({ registryTable }) => registryTable(names, options, context()))),
  )
  addZoo(program, (names, options) => end(import('./commands/zoo.js').then(({ zoo }) => zoo(names, options, context()))))
  const dispatcher = program.command('dispatcher').description('serve mock tools over a real socket or real files')
  for (const option of DISPATCHER_OPTIONS) dispatcher.addOption(option)
  dispatcher.action((options) => end(import('./commands/dispatcher.js').then((module) => module.dispatcher(options))))
  return program
}

const JSON_HELP = 'one JSON document on stdout in the place of text'
const WATCHDOG = `seconds of CPU time without a step after which a loop is ended; 0: never (default ${SETTINGS.watchdog.fallback / 1000})`

const REPORTER =
  'terminal (default), json, junit, html, github, markdown; several with commas, into files with =FILE: terminal,junit=out.xml'

const BUDGET = `executions, or a time as in 30s, for each variant (default ${SETTINGS.budget.show(SETTINGS.budget.fallback)})`
const NEAR = `${SCHEDULES_NEARBY}, and only where its schedule does not fit any more`
const SHRINK_BUDGET = `executions that making one failure small may take (default ${SETTINGS.shrinkBudget.fallback})`
const RUNS = `runs in the real world for each variant (default ${DEFAULT_RUNS})`
const PATIENCE = `seconds without an event after which a real run may count as hung (default ${DEFAULT_PATIENCE_MS / 1000})`

const PYTHON = 'of a file in Python: the interpreter (default: that of an active virtual environment, then the first on PATH)'
const CHECKOUT = 'of a scenario about a published package: the subject is what lies there'
const TRACE = 'of a file in Python: files and folders that are under control besides those under the working directory'

const JOBS = `processes that search at the same time (default ${SETTINGS.jobs.fallback}, one for each core)`

const EXIT_CODES = `
Exit codes: 0 as expected, or no race found; 1 a race was found where none should be, or one was not found that should be;
2 the input is wrong; 3 crosswire itself failed; 4 nothing can be said.
Settings: the environment (CROSSWIRE_SEED, CROSSWIRE_BUDGET, CROSSWIRE_JOBS, CROSSWIRE_SAVE) goes before options, these before
crosswire.config.ts; see crosswire doctor.`

const addRun = (program: Command, action: (names: string[], options: AnyRunOptions) => Promise<void>): void => {
  program
    .command('run')
    .description('search scenarios for races: every variant of every scenario, unless names are given')
    .argument('[scenario...]', 'names (see list), or files that export a scenario, or Python files')
    .option('--variant <name>', 'only this variant; then a race that is found is a failure (1), whatever is expected')
    .option('--strategy <name>', `${STRATEGY_NAMES.join(', ')} (default ${SETTINGS.strategy.fallback})`)
    .option('--budget <amount>', BUDGET)
    .option('--seed <number>', `the same seed finds the same (default ${SETTINGS.seed.fallback})`)
    .option('--schedules <number>', `for each generated workload (default ${SETTINGS.schedules.fallback})`)
    .option('--race <id>', 'only this race ends the search')
    .option('--keep-going', 'a race does not end the search: one counterexample for each oracle and pair of lines')
    .option('--no-explain', 'a race is told without the lines and the order that decide')
    .option('--shrink-budget <number>', SHRINK_BUDGET)
    .option('--runtime <name>', 'node: the simulated world (default); real: real sockets, files and time; rates, no replay')
    .option('--runs <number>', RUNS)
    .option(
      '--hold [token]',
      'real: the dispatcher keeps answers back until this order is met; default: that of the first finding',
    )
    .option('--patience <seconds>', PATIENCE)
    .option('--jobs <number>', JOBS)
    .option('--shard <part>', 'only a part of each search, as in 2/3: see merge')
    .option('--watchdog <seconds>', WATCHDOG)
    .option('--python <path>', PYTHON)
    .option('--trace <path...>', TRACE)
    .option('--release <version>', 'of a scenario about a published package: the subject is that version of it')
    .option('--checkout <path>', CHECKOUT)
    .option('--save [folder]', 'write a race file for each race that is found and not there yet (default: races/)')
    .option('--emit-test <file>', 'write a test for vitest that fails as long as the first race that is found is there')
    .option('--reporter <names>', REPORTER)
    .option('--json', `${JSON_HELP}: --reporter json`)
    .action(action)
}

const addCompare = (program: Command, action: (names: string[], options: CompareOptions) => Promise<void>): void => {
  program
    .command('compare')
    .description('each variant in the simulated search, in the real world, and there with an order held (--hold)')
    .argument('<scenario...>', 'names (see list), or files that export a scenario')
    .option('--variant <name>', 'only this variant')
    .option('--runs <number>', RUNS)
    .option('--seed <number>', `of the search, the workloads and the delays (default ${SETTINGS.seed.fallback})`)
    .option('--budget <amount>', BUDGET)
    .option('--patience <seconds>', PATIENCE)
    .option('--jobs <number>', 'variants searched at the same time; where it is said, runs too')
    .option('--out <file>', 'a file that gets the table in Markdown')
    .option('--json', JSON_HELP)
    .action(action)
}

const addMerge = (program: Command, action: (files: string[], options: ReporterOptions) => Promise<void>): void => {
  program
    .command('merge')
    .description('one report of all parts of a search: what run --shard has written as JSON, on whatever machines')
    .argument('<file...>', 'one for each part')
    .option('--reporter <names>', REPORTER)
    .option('--json', JSON_HELP)
    .action(action)
}

const addRegistry = (program: Command, action: (names: string[], options: RegistryCommandOptions) => Promise<void>): void => {
  program
    .command('registry')
    .description('every variant over many seeds, as a table in Markdown')
    .argument('[scenarios...]', 'names of the registry; the others keep what is known of them (default: all)')
    .option('--seeds <number>', 'seeds for each variant and strategy (default 100)')
    .option('--jobs <number>', JOBS)
    .option('--out <file>', 'a file in the place of stdout')
    .option('--figures <file>', 'a file for the numbers as JSON')
    .option('--json', JSON_HELP)
    .action(action)
}

const addZoo = (program: Command, action: (names: string[], options: ZooCommandOptions) => Promise<void>): void => {
  program
    .command('zoo')
    .description(
      'published races of published packages, as a table: how fast each is found, and how often it shows without the tool',
    )
    .argument('[races...]', 'names; the others keep what is known of them (default: all)')
    .option('--seeds <number>', `seeds for each race (default ${ZOO_DEFAULTS.seeds})`)
    .option('--schedules <number>', `that each repaired version has to survive (default ${ZOO_DEFAULTS.schedules})`)
    .option('--runs <number>', `runs in plain Node for each race; 0: none (default ${ZOO_DEFAULTS.runs})`)
    .option('--jobs <number>', JOBS)
    .option('--out <file>', 'a file in the place of stdout')
    .option('--figures <file>', 'a file for the numbers as JSON')
    .option('--json', JSON_HELP)
    .action(action)
}
