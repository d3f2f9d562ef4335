// All schedules of a workload, taken apart: those with the same number of deviations are a level, and the visits to one bring the next.
import { allowanceOf, type CutOptions, type Shard, WHOLE } from './share.js'
import type { Supply } from './supply.js'
import { createWorkloadLevels } from './workload-levels.js'

export interface EnumerationOptions extends Pick<CutOptions, 'budget' | 'schedules'> {
  /** Deviations; `null`: any number. */
  readonly atMost: number | null
  readonly shard: Shard
}

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
  const stretch = isByWorkload ? WHOLE : shard
  const levelsOf = (workload: number) =>
    createWorkloadLevels({ workload, most: allowance.of(workload), atMost, shard: stretch, machines: shard.of })

  let workload = isByWorkload ? shard.index - 1 : 0
  let levels = levelsOf(workload)
  return {
    get next() {
      return levels.next
    },
    take: () => levels.take(),
    learn: (_, { visits }) => {
      levels.learn(visits ?? [])
      while (levels.isOver && workload + every < allowance.workloads) {
        workload += every
        levels = levelsOf(workload)
      }
    },
  }
}
