// All schedules of a workload, taken apart: those with the same number of deviations are a level, and the visits to one bring the next.
import { mix } from '../core/random.js'
import { FRONTIER_AT_MOST } from '../strategies/exhaustive.js'
import { childrenOf, type Prefix, ROOT } from '../strategies/prefix.js'
import type { Account } from './account.js'
import { allowanceOf, type CutOptions, EXECUTIONS, type Shard, type Share, WHOLE } from './share.js'
import type { Supply } from './supply.js'

export interface EnumerationOptions extends Pick<CutOptions, 'budget' | 'schedules'> {
  /** Deviations; `null`: any number. */
  readonly atMost: number | null
  readonly shard: Shard
}

/** The first level with so many schedules is dealt out to the machines: each of them visits those before it. */
const DEALT_FROM = 256
const DEAL = 6

/** Numbers of shares are in the order of workload, level, machine, place: room for each. */
const LEVELS = 2 ** 12
const PLACES = 2 ** 14

/**
 * Workloads come one after the other. How many shares a level has is known before the first of them is explored, and how many
 * executions each, which is why a budget ends at the same execution whoever explores them.
 *
 * Machines know nothing of each other. Where there are workloads enough, each has some of them; else each has a stretch of one level,
 * and all that comes from it. Where the budget does not reach to the end of a workload, that may lie in anybody's stretch: each
 * goes as far as the budget would reach without the others, and whoever merges them counts up to its end.
 */
export const createEnumeration = ({ budget, schedules, atMost, shard }: EnumerationOptions): Supply => {
  const allowance = allowanceOf({ budget, schedules })
  const isByWorkload = allowance.workloads >= shard.of
  const every = isByWorkload ? shard.of : 1
  const { index, of } = isByWorkload ? WHOLE : shard
  let workload = isByWorkload ? shard.index - 1 : 0
  let depth = 0
  let level: readonly Prefix[] = []
  let isDealt = false
  /** Of the workload, before this level. */
  let visited = 0
  let taken = 0
  let learnt = 0
  let children: Prefix[] = []

  const enter = (all: readonly Prefix[], deviations: number): void => {
    const isToBeDealt = !isDealt && all.length >= DEALT_FROM
    isDealt ||= isToBeDealt
    const own = isToBeDealt ? stretchOf(shuffled(all), { index, of }) : all
    const left = deviations < LEVELS ? allowance.of(workload) - visited : 0
    level = own.slice(0, Math.max(0, left))
    depth = deviations
    taken = 0
    learnt = 0
    children = []
  }
  const begin = (number: number): void => {
    workload = number
    visited = 0
    isDealt = false
    enter([ROOT], 0)
  }
  const numberOf = (place: number): number =>
    ((workload * LEVELS + depth) * shard.of + (isDealt ? index - 1 : 0)) * PLACES + place
  const shareAt = (place: number): Share => {
    const prefixes = level.slice(place * EXECUTIONS, (place + 1) * EXECUTIONS)
    const part = { workload, nth: depth, length: prefixes.length, prefixes }
    return { number: numberOf(place), most: prefixes.length, part }
  }
  const goOn = (): void => {
    visited += level.length
    enter(children, depth + 1)
    while (level.length === 0 && workload + every < allowance.workloads) begin(workload + every)
  }
  begin(workload)
  return {
    get next() {
      return taken * EXECUTIONS < level.length ? shareAt(taken) : null
    },
    take: () => {
      taken++
    },
    learn: ({ part }, { visits }: Account) => {
      for (const [i, visit] of (visits ?? []).entries()) {
        for (const child of childrenOf(part?.prefixes?.[i] as Prefix, visit, atMost))
          if (children.length < FRONTIER_AT_MOST) children.push(child)
      }
      learnt++
      if (learnt * EXECUTIONS >= level.length) goOn()
    },
  }
}

/** Those that come early have most schedules behind them: in a drawn order every stretch has about the same. */
const shuffled = (prefixes: readonly Prefix[]): Prefix[] =>
  prefixes
    .map((prefix, i) => ({ prefix, at: mix(i, 0, DEAL) }))
    .sort((a, b) => a.at - b.at)
    .map(({ prefix }) => prefix)

const stretchOf = (prefixes: readonly Prefix[], { index, of }: Shard): Prefix[] =>
  prefixes.slice(Math.floor((prefixes.length * (index - 1)) / of), Math.floor((prefixes.length * index) / of))
