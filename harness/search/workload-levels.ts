// The shares of one workload's enumeration: how many a level has is known before the first of them is explored.
import { createFrontier } from '../strategies/frontier.js'
import { flat, type Prefix, type Visit } from '../strategies/prefix.js'
import { EXECUTIONS, type Shard, type Share } from './share.js'

export interface WorkloadLevels {
  /** `null`: none is left, or none of this level. */
  readonly next: Share | null
  take(): void
  /** What the visits of a share were, in the order of shares. */
  learn(visits: readonly Visit[]): void
  /** Nothing is left to visit. */
  readonly isOver: boolean
}

export interface WorkloadLevelsOptions {
  readonly workload: number
  /** Executions. */
  readonly most: number
  /** Deviations; `null`: any number. */
  readonly atMost: number | null
  /** Which stretch of the level that is dealt out is one's own. */
  readonly shard: Shard
  /** Room for the numbers of so many machines. */
  readonly machines: number
}

/** Numbers of shares are in the order of workload, level, machine, place: room for each. */
const LEVELS = 2 ** 12
const PLACES = 2 ** 14

export const createWorkloadLevels = (options: WorkloadLevelsOptions): WorkloadLevels => {
  const { workload, most, atMost, shard, machines } = options
  const frontier = createFrontier({ atMost, deal: (level) => stretchOf(level, shard) })
  /** Before this level. */
  let visited = 0
  let taken = 0
  let learnt = 0

  const size = (): number => (frontier.depth < LEVELS ? Math.max(0, Math.min(frontier.level.length, most - visited)) : 0)
  const numberOf = (place: number): number => {
    const machine = frontier.isDealt ? shard.index - 1 : 0
    return ((workload * LEVELS + frontier.depth) * machines + machine) * PLACES + place
  }
  const shareAt = (place: number): Share => {
    const from = place * EXECUTIONS
    const prefixes = frontier.level.slice(from, Math.min(size(), from + EXECUTIONS)).map(flat)
    const part = { workload, nth: frontier.depth, length: prefixes.length, prefixes }
    return { number: numberOf(place), most: prefixes.length, part }
  }
  const descend = (): void => {
    visited += size()
    taken = 0
    learnt = 0
    frontier.descend()
  }
  return {
    get next() {
      return taken * EXECUTIONS < size() ? shareAt(taken) : null
    },
    take: () => {
      taken++
    },
    learn: (visits) => {
      const from = learnt++ * EXECUTIONS
      for (const [i, visit] of visits.entries()) frontier.learn(frontier.level[from + i] as Prefix, visit)
      if (learnt * EXECUTIONS >= size()) descend()
    },
    get isOver() {
      return size() === 0
    },
  }
}

const stretchOf = (prefixes: readonly Prefix[], { index, of }: Shard): readonly Prefix[] =>
  prefixes.slice(Math.floor((prefixes.length * (index - 1)) / of), Math.floor((prefixes.length * index) / of))
