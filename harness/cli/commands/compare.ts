// `crosswire compare`: each variant as the simulated search finds it, as the real world shows it, and with an order held.
import type { Comparison } from '../../core/rate-report.js'
import { comparisonMarkdown, comparisonTable, createProgress, indented, rateDocument } from '../../reporters/index.js'
import { type ExitCode, worst } from '../exit-code.js'
import { interruptible } from '../interrupt.js'
import type { Problem } from '../messages.js'
import { exitCodeOfComparison } from '../real/exit.js'
import { createPlaces } from '../real/places.js'
import { isFatal, searchWork, variantOf, type Work } from '../real/row.js'
import { type Searched, searchAll } from '../real/searched.js'
import { type RealOptions, type RealSettings, realSettingsOf } from '../real/settings.js'
import { type HeldWork, prepareVariant, type RealVariant } from '../real/variant.js'
import { fileFor, writeWhole } from '../reports/targets.js'
import { targetsOf } from '../targets.js'
import type { Context } from './context.js'

export interface CompareOptions extends RealOptions {
  /** A file that gets the table in Markdown. */
  readonly out?: string
}

interface Compared {
  readonly row: Comparison
  readonly problems: readonly Problem[]
}

/** Returns 0 where each faulty variant has shown in the real world and no other has failed, 1 where one has, 4 where nothing can be said. */
export const compare = async (names: readonly string[], options: CompareOptions, context: Context): Promise<number> => {
  const settings = await realSettingsOf(options, context)
  const targets = await targetsOf(names, context.cwd)
  const out = fileFor('--out', options.out, context.cwd)
  const progress = createProgress(process.stderr, { nowMs: () => performance.now(), ci: context.env.CI })
  const places = createPlaces()
  const compared = await interruptible(async (signal) => {
    const work: Work = { settings, variant: options.variant, places, signal, say: progress.update }
    const rows: Compared[] = []
    for (const searched of await searchAll(targets, searchWork(work))) rows.push(await comparisonOf(searched, work))
    return rows
  })
  places.remove()
  progress.clear()
  const exitCode = worst(compared.map(({ row, problems }) => exitCodeOfComparison(row, problems)))
  show(compared, exitCode, { options, context })
  if (out !== null) writeWhole(out, page(compared, settings, context))
  return exitCode
}

const comparisonOf = async (searched: Searched, work: Work): Promise<Compared> => {
  const { scenario, variant, expect, numbers, problem } = searched
  const row: Comparison = {
    ...{ scenario, variant, expect },
    search: numbers,
    ...{ free: null, unheld: null, held: null, notHeld: null },
  }
  if (work.signal.aborted || isFatal(problem)) return { row, problems: problem === null ? [] : [problem] }
  const prepared = await prepareVariant(variantOf(searched, work))
  if ('ready' in prepared) return measured(row, prepared.ready, work.signal)
  return { row, problems: prepared.problem === null ? [] : [prepared.problem] }
}

/** Free-running, then the callers of the counterexample, without holding and with it. */
const measured = async (row: Comparison, ready: RealVariant, signal: AbortSignal): Promise<Compared> => {
  const problems: Problem[] = []
  const run = async (work?: HeldWork) => {
    const { report, problem } = await ready.run(work)
    if (problem !== null) problems.push(problem)
    return report
  }
  const free = await run()
  if (problems.length > 0 || signal.aborted) return { row: { ...row, free }, problems }
  const held = await ready.order(null)
  if ('problem' in held) return { row: { ...row, free, notHeld: held.problem.text }, problems: [held.problem] }
  if ('reason' in held) return { row: { ...row, free, notHeld: held.reason }, problems }
  const unheld = await run({ held, holds: false })
  return { row: { ...row, free, unheld, held: await run({ held, holds: true }) }, problems }
}

interface Means {
  readonly options: CompareOptions
  readonly context: Context
}

const show = (compared: readonly Compared[], exitCode: ExitCode, { options, context }: Means): void => {
  const { terminal, versions } = context
  const { width, palette, out, err } = terminal
  const rows = compared.map(({ row }) => row)
  const errors = compared.flatMap(({ row: { scenario, variant }, problems }) =>
    problems.map(({ code, text }) => ({ scenario, variant, code, text })),
  )
  if (options.json === true) out(JSON.stringify({ ...rateDocument(rows, { versions, exitCode }), errors }, null, 2))
  else out(comparisonTable(rows, { width, palette }))
  for (const { scenario, variant, text } of options.json === true ? [] : errors) {
    err(`\n${palette.yellow(`? ${scenario} / ${variant}`)}\n${indented(text, 2)}`)
  }
}

const page = (compared: readonly Compared[], { runs, seed, atOnce }: RealSettings, { versions }: Context): string =>
  [
    '# Simulated and real',
    '',
    `Made by \`npm run compare\`: ${runs} runs a cell, ${atOnce === 1 ? 'one' : atOnce} at a time, seed ${seed}, on Node ${versions.node}. How to read it: [the real world](real.md).`,
    '',
    comparisonMarkdown(compared.map(({ row }) => row)),
    '',
  ].join('\n')
