// From the parts of a search to the search: what several machines have seen, as one would have.
import type { Account } from './account.js'
import type { BudgetSpec } from './budget.js'
import type { Settled } from './plan.js'
import { allowanceOf } from './share.js'
import { createSum } from './sum.js'
import { firstOf } from './visits.js'

export interface MergeOptions {
  /** See `SearchSubject.recordsOperations`. */
  readonly recorded: boolean
  readonly keepGoing?: boolean | undefined
  readonly budget: BudgetSpec
  /** Of each workload. */
  readonly schedules: number
}

/**
 * The shares that count, in their order, up to the first that has found what was looked for: one machine would not have gone on after
 * it, unless it keeps going. What several machines have explored counts once; of an enumeration, as much of each workload as the
 * budget reaches to.
 */
export const sharesOfOne = (shares: readonly Settled[], { keepGoing = false, budget, schedules }: MergeOptions): Settled[] => {
  const allowance = allowanceOf({ budget, schedules })
  const visited = new Map<number, number>()
  const counted: Settled[] = []
  for (const { share, account } of inOrder(shares)) {
    const part = counts(account)
    if (part.executions === 0 && account.executions > 0) continue
    counted.push({ share, account: part })
    if (part.findings.length > 0 && !keepGoing) break
  }
  return counted

  function counts(account: Account): Account {
    const workload = account.claims.walk?.workload
    if (workload === undefined) return account
    const before = visited.get(workload) ?? 0
    const part = firstOf(account, Math.max(0, allowance.of(workload) - before))
    visited.set(workload, before + part.executions)
    return part
  }
}

const inOrder = (shares: readonly Settled[]): Settled[] =>
  [...new Map(shares.map((each) => [each.share, each])).values()].sort((a, b) => a.share - b.share)

/** Adds them up. */
export const mergeShares = (shares: readonly Settled[], options: MergeOptions): Account => {
  const sum = createSum(options.recorded)
  for (const { account } of sharesOfOne(shares, options)) sum.add(account)
  return sum.account
}
