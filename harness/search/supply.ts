// Where the shares of a search come from, one after the other: all that there are, or one machine's part of them.
import type { Strategy } from '../strategies/strategy.js'
import type { Account } from './account.js'
import { createEnumeration } from './enumeration.js'
import { type CutOptions, cutOf, EXECUTIONS, type Shard, type Share, WHOLE } from './share.js'

export interface Supply {
  /** `null`: there is no share left, or none before those that were taken are known. */
  readonly next: Share | null
  /** The next one is under way. */
  take(): void
  /** Told what each share came to, in their order: it may bring more of them. */
  learn(share: Share, account: Account): void
}

export interface SupplyOptions extends Omit<CutOptions, 'draws'> {
  readonly strategy: Pick<Strategy, 'draws' | 'enumerates'>
  /** Default: all of the search. */
  readonly shard?: Shard | undefined
}

export const supplyOf = ({ strategy, shard = WHOLE, ...options }: SupplyOptions): Supply => {
  const { draws, enumerates } = strategy
  const isLong = enumerates !== undefined && !options.whole && options.schedules > EXECUTIONS
  return isLong ? createEnumeration({ ...options, ...enumerates, shard }) : everyOf(cutOf({ ...options, draws }), shard)
}

const everyOf = (cut: ReturnType<typeof cutOf>, { index, of }: Shard): Supply => {
  let at = index - 1
  return {
    get next() {
      return cut(at)
    },
    take: () => {
      at += of
    },
    learn: () => {},
  }
}
