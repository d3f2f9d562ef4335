// What an enumeration is still to visit, level by level: the prefixes with so many deviations, and those that the visits to them bring.
import { mix } from '../core/random.js'
import { childrenOf, type Prefix, ROOT, type Visit } from './prefix.js'

export interface Frontier {
  /** Deviations of the prefixes of this level. */
  readonly depth: number
  /** In the order in which they are visited. */
  readonly level: readonly Prefix[]
  /** This level is a stretch of one that was dealt out, or comes from such a stretch. */
  readonly isDealt: boolean
  /** Told in the order of the level. */
  learn(prefix: Prefix, visit: Visit): void
  /** Goes on to what the visits have brought. */
  descend(): void
}

export interface FrontierOptions {
  /** Deviations; `null`: any number. */
  readonly atMost: number | null
  /** Which of the first large level are one's own. Default: all. */
  readonly deal?: (level: readonly Prefix[]) => readonly Prefix[]
}

/** What is beyond it is not visited, and nothing exhaustive is claimed. */
export const FRONTIER_AT_MOST = 1_000_000

/** The first level with so many is drawn into another order and dealt out to machines: each of them visits those before it. */
const DEALT_FROM = 256
const DEAL = 6

/** The order is the same for all who visit a part of it. */
export const createFrontier = ({ atMost, deal = (all) => all }: FrontierOptions): Frontier => {
  const most = atMost ?? Number.POSITIVE_INFINITY
  let level: readonly Prefix[] = [ROOT]
  let children: Prefix[] = []
  let depth = 0
  let isDealt = false
  return {
    get depth() {
      return depth
    },
    get level() {
      return level
    },
    get isDealt() {
      return isDealt
    },
    learn: (prefix, visit) => {
      if (depth >= most) return
      for (const child of childrenOf(prefix, visit)) if (children.length < FRONTIER_AT_MOST) children.push(child)
    },
    descend: () => {
      const isLarge = !isDealt && children.length >= DEALT_FROM
      level = isLarge ? deal(shuffled(children)) : children
      isDealt ||= isLarge
      children = []
      depth++
    },
  }
}

/** Those that come early have most schedules behind them: in a drawn order every stretch has about the same. */
const shuffled = (prefixes: readonly Prefix[]): Prefix[] =>
  prefixes
    .map((prefix, i) => ({ prefix, at: mix(i, 0, DEAL) }))
    .sort((a, b) => a.at - b.at)
    .map(({ prefix }) => prefix)
