// Where no single choice away is an execution that passes: one is drawn, and made as like the failing one as it can be.
import type { Execution } from '../../core/execution.js'
import type { Change } from '../../core/policy.js'
import { stream } from '../../core/random.js'
import { shrinkSchedule } from '../shrink/shrink-schedule.js'
import { createTrial } from '../shrink/work-trial.js'
import type { Experiments } from './experiments.js'
import type { Flip } from './flips.js'

/** With 24, an order that decides in at least one of eight schedules is missed in one of twenty cases. */
const DRAWN_AT_MOST = 24
/** Executions that are spent on a smaller one. */
const SMALLER_AT_MOST = 100
const SALT = 0x64726177
/** Every other one goes on with who is running, mostly: then somebody is through before the others begin. */
const STAYS = [0, 0xc000_0000]

/**
 * A schedule that passes, as changes of the calmest one, the fewest that were found; the last of them is taken for the flip. `failing`: what
 * the failing one follows. `null` where
 * none of those drawn passes.
 */
export const drawnFlip = async (experiments: Experiments, failing: readonly Change[]): Promise<Flip | null> => {
  const seeds = stream(0, SALT)
  for (let i = 0; i < DRAWN_AT_MOST; i++) {
    const policy = { pick: 'uniform', seed: seeds(), stay: STAYS[i % STAYS.length] as number, deviations: [] } as const
    const drawn = await experiments.try(policy, true)
    if (drawn === null) return null
    if (drawn.came === 'passes') return smallFlip(experiments, drawn.execution, failing)
  }
  return null
}

const smallFlip = async (experiments: Experiments, passing: Execution, failing: readonly Change[]): Promise<Flip | null> => {
  const until = experiments.executions + SMALLER_AT_MOST
  const trial = createTrial({
    run: async (policy, record) => {
      const tried = experiments.executions < until ? await experiments.try(policy, record) : null
      return tried === null ? null : { execution: tried.execution, fails: tried.came === 'passes' }
    },
    left: () => (experiments.over ? 0 : Math.max(0, until - experiments.executions)),
  })
  const changes = (await shrinkSchedule(passing, trial)) ?? []
  const flipped = changes.at(-1)
  // Only where the failing one is the calmest are they all that differs.
  const kind = failing.length === 0 ? 'put in' : 'drawn'
  return flipped === undefined ? null : { flipped, kind, changes, rest: changes.slice(0, -1), failing }
}
