// One variant of a scenario, searched by so many processes as there are seats for.
import { basename, relative } from 'node:path'
import type { SearchProgress } from '../../core/report.js'
import type { Shard } from '../../search/index.js'
import type { Row } from '../exit-code.js'
import type { ScenarioFacts, ScenarioFallbacks, SearchSettings, Target } from '../messages.js'
import type { Seats } from './seats.js'
import { spreadReport } from './spread-report.js'
import { spreadSearch } from './spread-search.js'

export interface VariantSearch {
  readonly target: Target
  /** `null`: the first one of the scenario. */
  readonly variant: string | null
  readonly settings: SearchSettings
  /** Only that part of the search. Default: all. */
  readonly shard?: Shard | undefined
  readonly seats: Seats
  /** Processes at the same time. */
  readonly jobs: number
  readonly watchdogMs: number
  readonly fallbacks?: ScenarioFallbacks
  /** Interrupts: what was found so far is in the row. */
  readonly signal: AbortSignal
  readonly onScenario?: (facts: ScenarioFacts) => void
  readonly onProgress?: (progress: SearchProgress) => void
  readonly onWorker?: ((text: string) => void) | undefined
  /** The variant was named by whoever asked. */
  readonly named: boolean
}

/** Never rejects: what kept the search from its end is in the row. */
export const searchVariant = async (search: VariantSearch): Promise<Row> => {
  const { target, variant, settings, watchdogMs, fallbacks, signal, shard, named } = search
  const { onScenario = () => {}, onProgress = () => {} } = search
  const task = { kind: 'search', settings, ...(variant === null ? {} : { variant }) } as const
  const request = { target, task, parentPid: process.pid, watchdogMs, ...(fallbacks === undefined ? {} : { fallbacks }) }
  let scenario: ScenarioFacts | null = null
  const end = await spreadSearch({
    ...search,
    request,
    onProgress,
    onScenario: (facts) => {
      scenario ??= facts
      onScenario(facts)
    },
  })
  const report = spreadReport(end, {
    ...{ label: labelOf(target), scenario, variant, settings, shard, named },
    interrupted: signal.aborted,
    target: portable(target),
  })
  return { target, report, problem: end.problem }
}

const labelOf = (target: Target): string => ('file' in target ? basename(target.file) : target.registered)

/** Parts of a search are merged elsewhere. */
const portable = (target: Target): Target => ('file' in target ? { file: relative(process.cwd(), target.file) } : target)
