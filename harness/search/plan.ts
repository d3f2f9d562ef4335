// Which shares of a search are still to be explored, by whomever, and what those that were explored came to.
import { type Account, addAccounts, emptyAccount } from './account.js'
import type { Cut, Share } from './share.js'

/** One machine's part of a search over several: every `of`-th share, from `index` on. */
export interface Shard {
  /** From 1 to `of`. */
  readonly index: number
  readonly of: number
}

export const WHOLE: Shard = { index: 1, of: 1 }

/** Where a search ended before its budget did. */
export interface PlanEnd {
  readonly share: number
  /** What kept the share from being explored; `null`: it has found what was looked for. */
  readonly error: unknown
}

/**
 * Hands out shares in their order and takes back accounts in any. It says the same whoever explores them and how many do so at a time:
 * what counts is the end with the lowest number, and all that lies before it.
 */
export interface Plan {
  /** The lowest share that nobody has had and that may still count; `null` where there is none. */
  take(): Share | null
  /** Whether `take` would give one. */
  readonly hasMore: boolean
  /** What it came to; without effect where that is known already. */
  settle(share: Share, account: Account): void
  /** The share cannot be explored: the search ends there, unless something below it ends it before. */
  fail(share: Share, error: unknown): void
  /** Nobody explores it any more, and nothing is known of it. */
  abandon(share: Share): void
  /** Nothing more is handed out: interrupted, or out of time. */
  stop(): void
  /** Whether the share may still change what the search comes to. */
  counts(share: Share): boolean
  /** The lowest so far; `null`: there is none. Final once every share below it is settled. */
  readonly end: PlanEnd | null
  /** Whether all that lies before `share` is settled. */
  isSettledBelow(share: Share): boolean
  /** Of all settled shares that count, in their order. */
  account(): Account
  /** Each of them by itself; of a plan for a shard only. */
  accounts(): readonly Settled[]
  /** Executions of all shares that were handed out, at most; infinite where only the clock ends one. */
  readonly allowance: number
  /** How many shares and executions are settled, and how many of them distinct: what a progress line needs. */
  readonly progress: { readonly shares: number; readonly executions: number; readonly distinct: number }
}

export interface Settled {
  readonly share: number
  readonly account: Account
}

export interface PlanOptions {
  readonly cut: Cut
  /** Default: all of the search. */
  readonly shard?: Shard
  /** See `SearchSubject.recordsOperations`. */
  readonly recorded: boolean
  /** What is found does not end it. Default false. */
  readonly keepGoing?: boolean | undefined
}

export const createPlan = ({ cut, shard = WHOLE, recorded, keepGoing = false }: PlanOptions): Plan => {
  const running = new Set<number>()
  const settled = new Map<number, Account>()
  const progress = { shares: 0, executions: 0, distinct: 0 }
  const isWhole = shard.of === 1
  // What no later share can change any more is added up, so that memory does not grow with the search.
  let sum = emptyAccount(recorded)
  let summed = 0
  let next = shard.index - 1
  let allowance = 0
  let end: PlanEnd | null = null
  let stopped = false

  const counts = ({ number }: Share): boolean => end === null || number <= end.share
  const upcoming = (): Share | null => {
    if (stopped) return null
    const share = cut(next)
    return share !== null && counts(share) ? share : null
  }
  const endAt = (number: number, error: unknown): void => {
    if (end === null || number <= end.share) end = { share: number, error }
  }
  const inOrder = (): Settled[] =>
    [...settled]
      .filter(([number]) => end === null || number <= end.share)
      .sort(([a], [b]) => a - b)
      .map(([share, account]) => ({ share, account }))
  return {
    take: () => {
      const share = upcoming()
      if (share === null) return null
      next += shard.of
      allowance += share.most ?? Number.POSITIVE_INFINITY
      running.add(share.number)
      return share
    },
    get hasMore() {
      return upcoming() !== null
    },
    settle: ({ number }, account) => {
      if (!running.delete(number)) return
      settled.set(number, account)
      progress.shares++
      progress.executions += account.executions
      progress.distinct += account.distinct
      if (account.findings.length > 0 && !keepGoing) endAt(number, null)
      while (isWhole && counts({ number: summed, most: null }) && settled.has(summed)) {
        sum = addAccounts(sum, settled.get(summed) as Account)
        settled.delete(summed++)
      }
    },
    fail: ({ number }, error) => {
      running.delete(number)
      endAt(number, error)
    },
    abandon: ({ number }) => void running.delete(number),
    stop: () => {
      stopped = true
    },
    counts,
    get end() {
      return end
    },
    isSettledBelow: ({ number }) => ![...running].some((other) => other < number),
    account: () => inOrder().reduce((before, { account }) => addAccounts(before, account), sum),
    accounts: inOrder,
    get allowance() {
      return allowance
    },
    progress,
  }
}
