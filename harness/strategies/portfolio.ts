// Strategy: the default. First what is cheap and certain, then several ways of drawing in turn.
import { mix } from '../core/random.js'
import { deviations } from './deviations.js'
import { fifo } from './fifo.js'
import { pct } from './pct.js'
import { pos } from './pos.js'
import { random } from './random.js'
import { slowTask } from './slow-task.js'
import type { Series, Strategy } from './strategy.js'
import { surw } from './surw.js'

export interface PortfolioOptions {
  /** The strategies that take turns. Default: random, pos, surw, slow-task, pct. */
  readonly turns?: readonly Strategy[]
  /** Single deviations come first. Default true; threads have many steps, of which few matter, and are better drawn at once. */
  readonly singles?: boolean
}

interface Member {
  readonly strategy: Strategy
  readonly series: Series
}

/**
 * The calmest schedule once (it is also the profile), then single deviations (all of them, but at most a third of the series
 * where its length is known), then the others in turn: no single way of drawing finds everything.
 */
export const portfolio = (options: PortfolioOptions = {}): Strategy => {
  const { turns = [random(), pos(), surw(), slowTask(), pct()], singles = true } = options
  return {
    name: 'portfolio',
    draws: true,
    series: (seed, expected) => createSeries(turns, seed, { expected, nth: 0, singles }),
    part: (seed, length, nth) => createSeries(turns, seed, { expected: length, nth, singles }),
  }
}

interface Extent {
  readonly expected: number | undefined
  /** Parts of the same length that come before. */
  readonly nth: number
  readonly singles: boolean
}

const PART = 0x70617274

/** What each draws has to do with no other part; single deviations are the same list in all of them, and each has its stretch of it. */
const partSeed = (seed: number, nth: number): number => (nth === 0 ? seed : mix(seed, nth, PART))

const createSeries = (turns: readonly Strategy[], seed: number, { expected, nth, singles }: Extent): Series => {
  const single = deviations(expected === undefined ? {} : { atMost: Math.floor(expected / 3), skip: nth })
  const join = (strategy: Strategy, own: number): Member => ({ strategy, series: strategy.series(own, expected) })
  const enumerated = (singles ? [fifo(), single] : [fifo()]).map((strategy) => join(strategy, seed))
  const taking = turns.map((strategy) => join(strategy, partSeed(seed, nth)))
  const all = [...enumerated, ...taking]
  let last = all[0] as Member
  let turn = 0

  const from = (member: Member) => {
    const policy = member.series.next()
    if (policy !== null) last = member
    return policy
  }
  const inTurn = () => {
    for (let i = 0; i < taking.length; i++) {
      const policy = from(taking[turn++ % taking.length] as Member)
      if (policy !== null) return policy
    }
    return null
  }
  return {
    next: () => {
      while (enumerated.length > 0) {
        const policy = from(enumerated[0] as Member)
        if (policy !== null) return policy
        enumerated.shift()
      }
      return inTurn()
    },
    learn: (summary) => {
      for (const { series } of all) series.learn(summary)
    },
    by: () => last.strategy,
  }
}
