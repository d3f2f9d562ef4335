// The room of strategies: factories of policies, by name.
import { HarnessError } from '../core/errors.js'
import type { Policy } from '../core/policy.js'
import { deviations } from './deviations.js'
import { exhaustive } from './exhaustive.js'
import { fifo } from './fifo.js'
import { pct } from './pct.js'
import { portfolio } from './portfolio.js'
import { pos } from './pos.js'
import { random } from './random.js'
import { replay } from './replay.js'
import { slowTask } from './slow-task.js'
import type { Strategy } from './strategy.js'
import { surw } from './surw.js'

export type { Claim, Series, Strategy, Summary } from './strategy.js'
export { deviations, exhaustive, fifo, pct, portfolio, pos, random, replay, slowTask, surw }

/** What some strategies can be told; the others ignore it. */
export interface StrategyOptions {
  /** `exhaustive`: only schedules with at most so many deviations. Default: all. */
  readonly deviationsAtMost?: number
  /** `pct`: depth of the bugs looked for. Default 3. */
  readonly depth?: number
  /** `random`: probability with which the running actor goes on. Default 0. */
  readonly stay?: number
  /** `replay`: what to follow; required there. */
  readonly policy?: Policy
}

const FACTORIES: Readonly<Record<string, (options: StrategyOptions) => Strategy>> = {
  portfolio: () => portfolio(),
  random,
  pos: () => pos(),
  surw: () => surw(),
  pct,
  'slow-task': () => slowTask(),
  deviations: () => deviations(),
  exhaustive,
  fifo: () => fifo(),
  replay: ({ policy }) => {
    if (policy === undefined) throw new HarnessError('BAD_OPTION', 'the strategy `replay` needs a policy to follow')
    return replay(policy)
  },
}

/** Names of all strategies that can be asked for without further data; the default comes first. */
export const STRATEGY_NAMES: readonly string[] = Object.keys(FACTORIES).filter((name) => name !== 'replay')

/** The strategy of that name. Seeds are not part of it: the search gives one to each series. Throws `BAD_OPTION` for any other name. */
export const strategyByName = (name: string, options: StrategyOptions = {}): Strategy => {
  const factory = Object.hasOwn(FACTORIES, name) ? FACTORIES[name] : undefined
  if (factory !== undefined) return factory(options)
  throw new HarnessError('BAD_OPTION', `there is no strategy named \`${name}\``, {
    found: name,
    expected: STRATEGY_NAMES.join(', '),
  })
}
