// Searches the variants of scenarios, each in processes of its own, so many at a time over all of them.
import type { SearchProgress } from '../core/report.js'
import type { Shard } from '../search/index.js'
import type { Row } from './exit-code.js'
import type { ScenarioFacts, ScenarioFallbacks, SearchSettings, Target } from './messages.js'
import { searchVariant } from './spread/search-variant.js'
import { createSeats } from './spread/seats.js'

export interface RunOptions {
  readonly settings: SearchSettings
  /** Only this variant of each scenario. Default: all. */
  readonly variant?: string
  /** Processes at the same time: one for each search, and more where fewer searches are left than that. */
  readonly jobs: number
  /** Only that part of each search. Default: all. */
  readonly shard?: Shard | undefined
  readonly watchdogMs: number
  readonly fallbacks: ScenarioFallbacks
  /** Interrupts: what was found so far is in the rows. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: SearchProgress) => void
  /** In the order of the scenarios and their variants, as soon as a row and all before it are there. */
  readonly onRow: (row: Row) => void
  /** Lines for whoever looks for processes by their ids. */
  readonly onWorker?: (text: string) => void
}

/** All rows, in the order of the scenarios and their variants. Never rejects: what kept a search from its end is in its row. */
export const runScenarios = async (targets: readonly Target[], options: RunOptions): Promise<readonly Row[]> => {
  const seats = createSeats(options.jobs)
  const slots = targets.map((target): Slot[] => [{ target, variant: options.variant ?? null, row: null }])
  const shown = inOrder(slots, options.onRow)
  const searches: Promise<void>[] = []
  const search = (slot: Slot, onScenario: (facts: ScenarioFacts) => void) =>
    searches.push(
      searchVariant({ ...options, ...slot, seats, onScenario, named: options.variant !== undefined }).then((row) => {
        slot.row = row
        shown()
      }),
    )
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
  // It grows meanwhile.
  for (const each of searches) await each
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
