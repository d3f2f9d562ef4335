// Searches the variants of scenarios, each in a process of its own, several at a time.
import { basename } from 'node:path'
import type { SearchProgress } from '../core/report.js'
import type { Row } from './exit-code.js'
import type { Message, Problem, ScenarioFacts, ScenarioFallbacks, SearchSettings, Target } from './messages.js'
import { createPool } from './pool.js'
import { runTask } from './process/outcome.js'
import { unfinishedReport } from './unfinished-report.js'

export interface RunOptions {
  readonly settings: SearchSettings
  /** Only this variant of each scenario. Default: all. */
  readonly variant?: string
  readonly jobs: number
  readonly watchdogMs: number
  readonly fallbacks: ScenarioFallbacks
  /** Interrupts: what was found so far is in the rows. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: SearchProgress) => void
  /** In the order of the scenarios and their variants, as soon as a row and all before it are there. */
  readonly onRow: (row: Row) => void
}

/** All rows, in the order of the scenarios and their variants. Never rejects: what kept a search from its end is in its row. */
export const runScenarios = async (targets: readonly Target[], options: RunOptions): Promise<readonly Row[]> => {
  const pool = createPool(options.jobs)
  const slots = targets.map((target): Slot[] => [{ target, variant: options.variant ?? null, row: null }])
  const shown = inOrder(slots, options.onRow)
  const search = (slot: Slot, onFacts: (facts: ScenarioFacts) => void) =>
    pool.add(async () => {
      slot.row = await searchSlot(slot, { ...options, onFacts })
      shown()
    })
  for (const own of slots) {
    const [first] = own as [Slot]
    search(first, (facts) => {
      if (first.variant !== null) return
      const [mine, ...others] = facts.variants
      first.variant = mine ?? null
      for (const variant of others) {
        const slot = { target: first.target, variant, row: null }
        own.push(slot)
        search(slot, () => {})
      }
    })
  }
  await pool.idle()
  return slots.flat().flatMap(({ row }) => row ?? [])
}

interface Slot {
  readonly target: Target
  /** `null` until the scenario has said which variant is its first. */
  variant: string | null
  row: Row | null
}

/** Hands rows on as far as there is no gap before them. */
const inOrder = (slots: readonly Slot[][], onRow: (row: Row) => void) => {
  let handedOn = 0
  return (): void => {
    const all = slots.flat()
    for (let row = all[handedOn]?.row; row != null; row = all[handedOn]?.row) {
      handedOn++
      onRow(row)
    }
  }
}

interface SlotOptions extends RunOptions {
  readonly onFacts: (facts: ScenarioFacts) => void
}

const searchSlot = async ({ target, variant }: Slot, options: SlotOptions): Promise<Row> => {
  const { settings, watchdogMs, fallbacks, signal, onFacts, onProgress } = options
  const known: Known = { scenario: null, variant, progress: null, report: null }
  const onMessage = (message: Message) => {
    if (message.type === 'scenario') onFacts((known.scenario = message.scenario))
    else if (message.type === 'started') known.variant = message.variant
    else if (message.type === 'progress') onProgress((known.progress = message.progress))
    else if (message.type === 'report') known.report = message.report
  }
  const unfinished = (problem: Problem | null) => unfinishedReport({ ...known, label: labelOf(target), settings }, problem)
  if (signal.aborted) return { target, report: unfinished(null), problem: null }
  const task = { kind: 'search', settings, confirm: true, ...(variant === null ? {} : { variant }) } as const
  const { problem } = await runTask({ target, task, parentPid: process.pid, watchdogMs, fallbacks }, { onMessage, signal })
  return { target, report: known.report ?? unfinished(problem), problem }
}

interface Known {
  scenario: ScenarioFacts | null
  variant: string | null
  progress: SearchProgress | null
  report: Row['report'] | null
}

const labelOf = (target: Target): string => ('file' in target ? basename(target.file) : target.registered)
