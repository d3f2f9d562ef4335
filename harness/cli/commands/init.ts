// `crosswire init`: writes a first race test for the runner that it finds, and touches nothing that is there.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import { EXIT } from '../exit-code.js'
import { firstRace } from '../init/first-race.js'
import { type NextSteps, nextSteps } from '../init/next-steps.js'
import { type ProjectFacts, projectFacts, type Runner } from '../init/project-facts.js'
import type { Context } from './context.js'

export interface InitOptions {
  /** In the place of the runner that is found. */
  readonly runner?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Returns 0, also where the file is there already. Throws `BAD_OPTION` or `BAD_CONFIG`. */
export const init = async ({ runner, dryRun = false, json = false }: InitOptions, context: Context): Promise<number> => {
  const { cwd, terminal } = context
  const found = projectFacts(cwd)
  const facts: ProjectFacts = { ...found, runner: runner === undefined ? found.runner : runnerNamed(runner) }
  const { require_module, typescript } = process.features as { require_module?: boolean; typescript?: string | false }
  const { file, text } = firstRace(facts, { canRequire: require_module === true })
  const path = join(facts.root, file)
  const result = dryRun ? foreseen(path) : write(path, text)
  const next = nextSteps(facts, file, { stripsTypes: typeof typescript === 'string', cwd })
  if (json) {
    const { root, language, module } = facts
    const told = { root, runner: facts.runner, language, module, file, result, next }
    terminal.out(JSON.stringify({ format: 1, exitCode: EXIT.ok, ...told }, null, 2))
  } else terminal.out(report(relative(cwd, path), result, { next, runner: facts.runner }))
  return EXIT.ok
}

interface Told {
  readonly next: NextSteps
  readonly runner: Runner
}

const report = (file: string, result: Result, { next, runner }: Told): string =>
  [
    `${result} ${file}${result === 'skipped' ? ': it is there, and stays as it is' : ''}`,
    `It is a test of ${runner} and fails on purpose, to show what a failure looks like; a comment in it says what mends it. Run it:`,
    ...(next.install === null ? [] : [`  ${next.install}`]),
    `  ${next.run}`,
  ].join('\n')

const RUNNERS: Readonly<Record<string, Runner>> = { vitest: 'vitest', 'node-test': 'node:test' }

const runnerNamed = (name: string): Runner => {
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined
  if (runner !== undefined) return runner
  throw new HarnessError('BAD_OPTION', `there is no runner named \`${name}\``, { expected: Object.keys(RUNNERS).join(' or ') })
}

type Result = 'wrote' | 'would write' | 'skipped'

const foreseen = (path: string): Result => (existsSync(path) ? 'skipped' : 'would write')

/** A file that is there is never overwritten, even where somebody makes it at this moment. */
const write = (path: string, text: string): Result => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
    return 'wrote'
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && syscall === 'open') return 'skipped'
    throw new HarnessError('BAD_OPTION', `${path} cannot be written: ${(error as Error).message}`, {}, { cause: error })
  }
}
