// A copy of the build in which one file at a time is replaced by a mutant of it: the checkout itself is never touched.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { transformWithOxc } from 'vite'
import { ROOT } from '../support/crosswire.js'
import { openBench } from './bench.js'
import type { Twin } from './twins.js'

export interface Verdict {
  /** `killed`: a race was found, or the watchdog had to end it; `stillborn`: it is no program, the type checker refuses it, or its module does not load. */
  readonly fate: 'killed' | 'survived' | 'stillborn'
  /** The oracle that failed, or what else it came to. */
  readonly by: string
}

export interface MutantOrder {
  readonly file: string
  readonly source: string
  /** Executions. */
  readonly budget: number
}

export interface Workshop {
  /** Puts the source in the place of the file, and searches the variant. Does one thing at a time. */
  judge(twin: Pick<Twin, 'scenario' | 'variant' | 'around'>, mutant: MutantOrder): Promise<Verdict>
  /** Leaves nothing behind; settles when all is gone. */
  close(): Promise<void>
}

export interface WorkshopOptions {
  /** Ends what runs. */
  readonly signal: AbortSignal
}

/** A loop without a step is ended by the watchdog, after 5 s of its own; this is for what nobody thought of. */
const PATIENCE_MS = 1_200_000

export const openWorkshop = ({ signal }: WorkshopOptions): Workshop => {
  const dir = mkdtempSync(join(tmpdir(), 'crosswire-mutants-'))
  cpSync(join(ROOT, 'dist'), join(dir, 'dist'), { recursive: true, verbatimSymlinks: true })
  cpSync(join(ROOT, 'package.json'), join(dir, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  const bench = openBench(join(dir, 'dist'))
  const remove = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 10 })
  // However this process ends.
  process.once('exit', remove)
  signal.addEventListener('abort', () => void bench.close())

  /** A process of its own, as whoever asks for it on the command line has it: for what has no plain answer. */
  const search = async ({ scenario, variant }: Pick<Twin, 'scenario' | 'variant'>, budget: number): Promise<Verdict> => {
    const how = ['--budget', `${budget}`, '--seed', '0', '--jobs', '1', '--shrink-budget', '1', '--no-explain', '--json']
    const args = [join(dir, 'dist/harness/cli/main.js'), 'run', scenario, '--variant', variant, ...how]
    const { stdout, exitCode, timedOut } = await execa(process.execPath, args, {
      reject: false,
      cancelSignal: signal,
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
      // Whatever it leaves in places for temporary files goes with the copy.
      env: { TMPDIR: dir },
    })
    signal.throwIfAborted()
    return timedOut ? { fate: 'survived', by: 'time' } : verdictOf(stdout, exitCode)
  }
  const alone = async (twin: Pick<Twin, 'scenario' | 'variant'>, { file, code, budget }: Built): Promise<Verdict> => {
    const built = join(dir, 'dist', file.replace(/\.ts$/, '.js'))
    const original = readFileSync(built)
    writeFileSync(built, code)
    try {
      return await search(twin, budget)
    } finally {
      writeFileSync(built, original)
    }
  }
  return {
    async judge(twin, { file, source, budget }) {
      const code = await javascriptOf(source, file)
      if (code === null) return { fate: 'stillborn', by: 'syntax' }
      const { scenario, variant } = twin
      const answer = await bench.search({ scenario, variant, file, code, budget })
      signal.throwIfAborted()
      if (answer?.outcome === 'fail') return { fate: 'killed', by: answer.by }
      if (answer?.outcome === 'pass' || answer?.outcome === 'time') return { fate: 'survived', by: answer.by }
      return alone(twin, { file, code, budget })
    },
    async close() {
      await bench.close()
      process.off('exit', remove)
      remove()
    },
  }
}

interface Built extends Omit<MutantOrder, 'source'> {
  /** JavaScript. */
  readonly code: string
}

const javascriptOf = async (source: string, file: string): Promise<string | null> => {
  try {
    return (await transformWithOxc(source, file)).code
  } catch {
    return null
  }
}

/** Bad input is what a scenario is whose module does not load. */
const BAD_INPUT = 2

interface Document {
  readonly reports: readonly {
    readonly outcome: string
    readonly counterexamples: readonly { readonly verdict: { readonly oracle: string } }[]
    readonly unknowns: readonly { readonly verdict: { readonly oracle: string } }[]
  }[]
  readonly errors: readonly { readonly code: string }[]
}

const verdictOf = (stdout: string, exitCode: number | undefined): Verdict => {
  // Whoever was killed has said nothing.
  const { reports, errors } = (stdout === '' ? { reports: [], errors: [] } : JSON.parse(stdout)) as Document
  const [report] = reports
  const [found] = report?.counterexamples ?? []
  if (found !== undefined) return { fate: 'killed', by: found.verdict.oracle }
  const by = errors[0]?.code ?? report?.unknowns[0]?.verdict.oracle ?? `exit code ${exitCode}`
  // A loop without a step: the run is ended, and as red as it can be.
  if (by === 'WATCHDOG') return { fate: 'killed', by }
  if (exitCode === BAD_INPUT) return { fate: 'stillborn', by }
  return { fate: 'survived', by: exitCode === 0 ? 'none' : by }
}
