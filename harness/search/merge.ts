// From the parts of a search to the search: what several machines have seen, as one would have.
import { type Account, findingOf } from './account.js'
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
  /** Id of the only race that counts. */
  readonly race?: string | undefined
}

export interface Merged {
  /** Those that count, in their order. */
  readonly shares: readonly Settled[]
  /** What they add up to. */
  readonly account: Account
  /** Where one machine would have found less: after how many executions it would have ended. `null`: it would have found the same. */
  readonly aloneUntil: number | null
}

/**
 * The shares that count go up to the first that has found what was looked for: one machine would not have gone on after it, unless it
 * keeps going. What several machines have explored counts once. Of an enumeration as much of each workload counts as the budget reaches
 * to; but what was found beyond that was found, and then all of them count that lie before it.
 */
export const mergeShares = (shares: readonly Settled[], options: MergeOptions): Merged => {
  const all = inOrder(shares)
  const alone = added(all, options, allowanceOf(options).of)
  const together = added(all, options, () => Number.POSITIVE_INFINITY)
  return findsMore(together.account, alone.account, options)
    ? { ...together, aloneUntil: alone.account.executions }
    : { ...alone, aloneUntil: null }
}

const findsMore = (a: Account, b: Account, { keepGoing = false, race }: MergeOptions): boolean => {
  if (keepGoing) return a.findings.length > b.findings.length
  const isBetter = a.findings.length > 0 && b.findings.length === 0
  return isBetter || (findingOf(a, race) !== null && findingOf(b, race) === null)
}

/** `reach`: executions of a workload at most. */
const added = (
  shares: readonly Settled[],
  options: MergeOptions,
  reach: (workload: number) => number,
): Omit<Merged, 'aloneUntil'> => {
  const counted = countedOf(shares, options, reach)
  const sum = createSum(options.recorded)
  for (const { account } of counted) sum.add(account)
  return { shares: counted, account: sum.account }
}

const countedOf = (
  shares: readonly Settled[],
  { keepGoing = false }: MergeOptions,
  reach: (workload: number) => number,
): Settled[] => {
  const visited = new Map<number, number>()
  const counted: Settled[] = []
  for (const { share, account } of shares) {
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
    const part = firstOf(account, Math.max(0, reach(workload) - before))
    visited.set(workload, before + part.executions)
    return part
  }
}

/** Of what several have explored, the account of whoever came furthest: others may have been interrupted, or out of time. */
const inOrder = (shares: readonly Settled[]): Settled[] => {
  const furthest = new Map<number, Settled>()
  for (const each of shares) {
    const known = furthest.get(each.share)
    if (known === undefined || isFurther(each.account, known.account)) furthest.set(each.share, each)
  }
  return [...furthest.values()].sort((a, b) => a.share - b.share)
}

const isFurther = (a: Account, b: Account): boolean =>
  a.findings.length === b.findings.length ? a.executions > b.executions : a.findings.length > b.findings.length
