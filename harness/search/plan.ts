// Which shares of a search are still to be explored, by whomever, and what those that were explored came to.
import { type Account, withoutBeyond } from './account.js'
import type { Share } from './share.js'
import { createSum } from './sum.js'
import type { Supply } from './supply.js'

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
  /** Each of them by itself; of a plan that keeps them only. */
  accounts(): readonly Settled[]
  /** Executions of all shares that were handed out, at most; infinite where something else ends them. */
  readonly allowance: number
  /** How many shares and executions are settled, and how many of them distinct: what a progress line needs. */
  readonly progress: { readonly shares: number; readonly executions: number; readonly distinct: number }
}

export interface Settled {
  readonly share: number
  readonly account: Account
}

export interface PlanOptions {
  readonly supply: Supply
  /** What each share came to is kept: for a plan of one of several machines. Default false. */
  readonly keepsShares?: boolean
  /** See `SearchSubject.recordsOperations`. */
  readonly recorded: boolean
  /** What is found does not end it. Default false. */
  readonly keepGoing?: boolean | undefined
}

export const createPlan = ({ supply, keepsShares = false, recorded, keepGoing = false }: PlanOptions): Plan => {
  const running = new Set<number>()
  const settled = new Map<number, Account>()
  const progress = { shares: 0, executions: 0, distinct: 0 }
  /** Handed out, in their order, from the first one that is not settled on. */
  const open: Share[] = []
  // What no later share can change any more is added up, so that memory does not grow with the search.
  const sum = createSum(recorded)
  let allowance = 0
  let end: PlanEnd | null = null
  let stopped = false

  const counts = ({ number }: Share): boolean => end === null || number <= end.share
  const upcoming = (): Share | null => {
    if (stopped) return null
    const share = supply.next
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
  const addUp = (): void => {
    for (let share = open[0]; share !== undefined && counts(share); share = open[0]) {
      const account = settled.get(share.number)
      if (account === undefined) return
      open.shift()
      supply.learn(share, account)
      if (keepsShares) settled.set(share.number, withoutBeyond(account))
      else {
        sum.add(account)
        settled.delete(share.number)
      }
    }
  }
  return {
    take: () => {
      const share = upcoming()
      if (share === null) return null
      supply.take()
      open.push(share)
      allowance += mostOf(share)
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
      addUp()
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
    account: () => sum.with(inOrder().map(({ account }) => account)),
    accounts: inOrder,
    get allowance() {
      return allowance
    },
    progress,
  }
}

/** What enumerates has no more than there is. */
const mostOf = ({ most, part }: Share): number => (part?.prefixes === undefined ? most : null) ?? Number.POSITIVE_INFINITY
