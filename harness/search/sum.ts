// What shares of a search come to together: accounts are added in the order of their shares.
import { type Account, addAccounts, emptyAccount, tracesOf } from './account.js'
import { createHashSet, type HashSet } from './hash-set.js'

export interface Sum {
  /** To what is there already. */
  add(account: Account): void
  readonly account: Account
  /** With others added, of which the sum itself knows nothing. */
  with(accounts: readonly Account[]): Account
}

/** `recorded`: see `SearchSubject.recordsOperations`. Interleavings of a workload are told apart over all shares that have a part in it. */
export const createSum = (recorded: boolean): Sum => sumOf(emptyAccount(recorded), null, createHashSet())

const sumOf = (start: Account, startWorkload: number | null, traces: HashSet): Sum => {
  let account = start
  let workload = startWorkload

  const newOf = (next: Account): Pick<Account, 'distinct' | 'untold'> => {
    const { shared, distinct } = next
    if (shared === null) return { distinct, untold: 0 }
    if (shared.workload !== workload) traces.clear()
    workload = shared.workload
    const before = traces.size
    const untold = tracesOf(next).filter((trace) => !traces.add(trace)).length
    return { distinct: traces.size - before, untold }
  }
  return {
    add: (next) => {
      const { distinct, untold } = newOf(next)
      account = addAccounts(account, { ...next, untold: next.untold + untold }, distinct)
    },
    get account() {
      return account
    },
    with: (accounts) => {
      if (accounts.length === 0) return account
      const copy = createHashSet()
      for (const trace of traces.all()) copy.add(trace)
      const sum = sumOf(account, workload, copy)
      for (const each of accounts) sum.add(each)
      return sum.account
    },
  }
}
