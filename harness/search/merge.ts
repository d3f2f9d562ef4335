// From the parts of a search to the search: what several machines have seen, as one would have.
import { type Account, addAccounts, emptyAccount } from './account.js'
import type { Settled } from './plan.js'

/**
 * Adds up shares in their order, up to the first that has found what was looked for: one machine would not have gone on after it, unless
 * it keeps going.
 * `recorded`: see `SearchSubject.recordsOperations`.
 */
export const mergeShares = (
  shares: readonly Settled[],
  { recorded, keepGoing = false }: { readonly recorded: boolean; readonly keepGoing?: boolean | undefined },
): Account => {
  let sum = emptyAccount(recorded)
  for (const { account } of [...shares].sort((a, b) => a.share - b.share)) {
    sum = addAccounts(sum, account)
    if (sum.findings.length > 0 && !keepGoing) break
  }
  return sum
}
