// Searches share by share with several hunts, in any order, as processes and machines would.
import { below, stream } from '../../harness/core/random.js'
import type { SearchReport } from '../../harness/core/report.js'
import { createHunt } from '../../harness/search/hunt.js'
import {
  type Account,
  createPlan,
  DEFAULT_SCHEDULES,
  findingOf,
  isSpent,
  numbered,
  type Plan,
  reportOf,
  type SearchOptions,
  type SearchSubject,
  type Shard,
  type Share,
  stoppedBy,
  supplyOf,
} from '../../harness/search/index.js'
import { factsOf } from '../../harness/search/subject-facts.js'
import { createToyRuntime } from '../strategies/toy-runtime.js'

export interface Spreading {
  readonly subject: SearchSubject
  readonly options: SearchOptions
  /** Shares that are under way at the same time. */
  readonly most: number
  /** Of the order in which they come back, and of who dies. */
  readonly seed: number
}

const DEATHS = 4

/** A hunt of its own for each share, as if every one had another process. */
const exploreFresh = ({ subject, options }: Spreading, share: Share, isFinal: boolean) =>
  createHunt(subject, { ...options, runtime: createToyRuntime() }).explore(share, {
    mayGoOn: () => true,
    elapsedMs: () => 0,
    isFinal: async () => isFinal,
  })

/** What a search goes by where its options say nothing. */
export const cutOptions = ({ subject, options }: Pick<Spreading, 'subject' | 'options'>) => {
  const { budget = { executions: 1000 }, schedulesPerWorkload: schedules = DEFAULT_SCHEDULES, strategy } = options
  return { budget, schedules, strategy, whole: factsOf(subject).whole }
}

interface Spread {
  readonly plan: Plan
  /** By number. */
  readonly taken: ReadonlyMap<number, Share>
}

export const explorePlan = async (spreading: Spreading, shard?: Shard): Promise<Plan> => (await spread(spreading, shard)).plan

/** Every fourth process dies over its share, which is then done again. */
const spread = async (spreading: Spreading, shard?: Shard): Promise<Spread> => {
  const { subject, options, most, seed } = spreading
  const { recordsOperations: recorded } = factsOf(subject)
  const plan = createPlan({
    supply: supplyOf({ ...cutOptions(spreading), shard }),
    recorded,
    keepGoing: options.keepGoing,
    keepsShares: shard !== undefined,
  })
  const draw = stream(seed, 1)
  const taken = new Map<number, Share>()
  const held: { readonly share: Share; readonly account: Account }[] = []
  for (;;) {
    for (let share = plan.take(); share !== null; share = held.length < most ? plan.take() : null) {
      taken.set(share.number, share)
      if (below(draw(), DEATHS) === 0) await exploreFresh(spreading, share, false)
      held.push({ share, account: (await exploreFresh(spreading, share, false)).account })
    }
    const [next] = held.splice(below(draw(), held.length), 1)
    if (next === undefined) return { plan, taken }
    plan.settle(next.share, next.account)
  }
}

export const spreadReportOf = async (spreading: Spreading): Promise<SearchReport> => {
  const { subject, options } = spreading
  const { plan, taken } = await spread(spreading)
  const account = plan.account()
  const finding = findingOf(account, options.race)
  const end = plan.end
  const found = end === null ? [] : (await exploreFresh(spreading, taken.get(end.share) as Share, true)).counterexamples
  const last = finding === null || found.length > 0 ? found : [await createHunt(subject, options).counterexample(finding)]
  return reportOf(
    {
      subject: factsOf(subject),
      runtime: options.runtime.name,
      strategy: options.strategy.name,
      seed: options.seed,
      race: options.race,
    },
    {
      account,
      counterexamples: finding === null ? [] : numbered(last, finding),
      stopped: stoppedBy({ found: finding !== null, interrupted: false, spent: isSpent(account, plan.allowance) }),
      ms: 0,
    },
  )
}
