// The simulated search beside which the real world is told: what it finds first, and when. Nothing is made small.
import { basename } from 'node:path'
import { type SearchNumbers, searchNumbers } from '../../core/rate-report.js'
import type { Counterexample, SearchReport } from '../../core/report.js'
import type { Message, Problem, Request, ScenarioFacts, SearchSettings, Target } from '../messages.js'
import { inParallel } from '../process/in-parallel.js'
import { runTask } from '../process/outcome.js'

export interface SearchWork {
  readonly settings: SearchSettings
  /** Only this variant of each scenario. */
  readonly variant: string | undefined
  readonly jobs: number
  readonly request: Pick<Request, 'watchdogMs' | 'fallbacks'>
  readonly signal: AbortSignal
  readonly say: (text: string) => void
}

/** A variant and what the search says of it. */
export interface Searched {
  readonly target: Target
  readonly scenario: string
  readonly variant: string
  readonly expect: string | null
  readonly numbers: SearchNumbers
  /** As it was found; `null` where nothing was. */
  readonly found: Counterexample | null
  /** What kept the search from its end. */
  readonly problem: Problem | null
}

/** Every variant of the targets, in their order. Never rejects: what keeps a scenario from being loaded is the problem of its row. */
export const searchAll = async (targets: readonly Target[], work: SearchWork): Promise<Searched[]> => {
  const { jobs: atOnce, signal, variant } = work
  const mayGoOn = (): boolean => !signal.aborted
  if (variant !== undefined) return inParallel(targets, { atOnce, mayGoOn }, (target) => searchOne({ target, variant }, work))
  const variants = await inParallel(targets, { atOnce, mayGoOn }, (target) => variantsOf(target, work))
  return inParallel(variants.flat(), { atOnce, mayGoOn }, (one) =>
    'numbers' in one ? Promise.resolve(one) : searchOne(one, work),
  )
}

interface Wanted {
  readonly target: Target
  readonly variant: string
}

const variantsOf = async (target: Target, work: SearchWork): Promise<readonly (Wanted | Searched)[]> => {
  const { facts, problem } = await ask(target, { kind: 'describe' }, work)
  if (problem === null && facts !== null) return facts.variants.map((variant) => ({ target, variant }))
  return [rowOf({ target, variant: '' }, { facts, problem, report: null }, work)]
}

const searchOne = async ({ target, variant }: Wanted, work: SearchWork): Promise<Searched> => {
  const { settings, say } = work
  say(`${labelOf(target)} / ${variant}  the simulated search`)
  const answer = await ask(target, { kind: 'series', variant, settings, seeds: [settings.seed] }, work)
  return rowOf({ target, variant }, answer, work)
}

/** What a process that searches has said, and what kept it from its end. */
interface Answer {
  readonly facts: ScenarioFacts | null
  readonly report: SearchReport | null
  readonly problem: Problem | null
}

const ask = async (target: Target, task: Request['task'], { request, signal }: SearchWork): Promise<Answer> => {
  let facts: ScenarioFacts | null = null
  let report: SearchReport | null = null
  const onMessage = (message: Message): void => {
    if (message.type === 'scenario') facts = message.scenario
    else if (message.type === 'report') report = message.report
  }
  const { problem } = await runTask({ ...request, target, task, parentPid: process.pid }, { signal, onMessage })
  return { facts, report, problem }
}

const rowOf = ({ target, variant }: Wanted, { facts, report, problem }: Answer, work: SearchWork): Searched => ({
  target,
  scenario: facts?.name ?? labelOf(target),
  variant,
  expect: facts?.expect?.[variant] ?? null,
  numbers: report === null ? nothingSaid(work) : searchNumbers(report),
  found: report?.counterexamples[0] ?? null,
  problem,
})

const labelOf = (target: Target): string => ('file' in target ? basename(target.file) : target.registered)

const nothingSaid = ({ settings: { strategy, seed } }: SearchWork): SearchNumbers => ({
  ...{ outcome: 'unknown', met: false, executions: 0, ms: 0, strategy, seed },
  ...{ scheduleNumber: null, foundMs: null },
})
