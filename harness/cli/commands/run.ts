// `crosswire run`: searches scenarios, and tells the reporters of each result as it comes.
import { targetsWithRace } from '../check-race.js'
import { interruptible } from '../interrupt.js'
import { parseShard } from '../merge/parse-shard.js'
import { createTestEmitter } from '../races/emit-test.js'
import { createRaceKeeper } from '../races/keep-races.js'
import { openReports } from '../reports/reports.js'
import { runScenarios } from '../run-scenarios.js'
import { type SettingsOptions, settingsOf } from '../settings.js'
import { type SubjectOptions, variantOf } from '../subject-variant.js'
import { type PythonOptions, targetsOf } from '../targets.js'
import type { Context } from './context.js'

export interface RunCommandOptions extends SettingsOptions, PythonOptions, SubjectOptions {
  readonly race?: string
  readonly keepGoing?: boolean
  /** `--no-explain`: false. */
  readonly explain?: boolean
  /** As it stands on the command line: `2/3`. */
  readonly shard?: string
  /** A file that a test for vitest is written to. */
  readonly emitTest?: string
  readonly reporter?: string
  readonly json?: boolean
}

/** Returns the exit code. Throws `UNKNOWN_SCENARIO` or `BAD_OPTION`. */
export const run = async (names: readonly string[], options: RunCommandOptions, context: Context): Promise<number> => {
  const { jobs, watchdogMs, fallbacks, save, ...settings } = await settingsOf(options, context)
  const { race, keepGoing = false, explain: explains = true } = options
  const variant = variantOf(options)
  const shard = options.shard === undefined ? undefined : parseShard(options.shard)
  const targets = await targetsOf(names, context.cwd, options)
  const keep = createRaceKeeper(save, context)
  const emitter = options.emitTest === undefined ? null : createTestEmitter(options.emitTest, context)
  const reports = await openReports(options, context)
  await interruptible(async (signal) => {
    const named = names.length > 0
    const wanted = race === undefined ? targets : await targetsWithRace(targets, race, { named, jobs, watchdogMs, signal })
    return runScenarios(wanted, {
      settings: { ...settings, keepGoing, explains, ...(race === undefined ? {} : { race }) },
      ...(variant === undefined ? {} : { variant }),
      jobs,
      shard,
      watchdogMs,
      fallbacks,
      signal,
      onProgress: reports.progress,
      onRow: (row) => {
        const kept = keep(row)
        reports.finished(emitter?.offer(kept) ?? kept)
      },
      ...(context.env.CROSSWIRE_DEBUG === 'workers' ? { onWorker: context.terminal.err } : {}),
    })
  })
  emitter?.end()
  return reports.end()
}
