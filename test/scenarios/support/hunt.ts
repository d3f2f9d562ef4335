// Searches a variant of a scenario in the simulated world, as the command line does.
import '../../../harness/register.js'
import type { SearchReport } from '../../../harness/core/report.js'
import type { AnyScenario } from '../../../harness/core/scenario.js'
import type { Operation, Workload } from '../../../harness/core/workload.js'
import { callerName } from '../../../harness/core/workload.js'
import { fixedWorkload, search } from '../../../harness/search/index.js'
import { strategyByName } from '../../../harness/strategies/index.js'
import { preparedOf } from '../../support/prepared.js'

export interface HuntOptions {
  /** Executions. */
  readonly budget: number
  /** Default 1. */
  readonly seed?: number
  /** Default: the portfolio. */
  readonly strategy?: string
  /** Id of the only race that ends the search. */
  readonly race?: string
  /** Instead of drawn ones. */
  readonly workload?: Workload
  /** A failure does not end it. Default false. */
  readonly keepGoing?: boolean
  /** Default 0: the first failure is enough. */
  readonly shrinkAtMost?: number
}

export const hunt = async (scenario: AnyScenario, variant: string, options: HuntOptions): Promise<SearchReport> => {
  const { budget, seed = 1, strategy = 'portfolio', race, workload, shrinkAtMost = 0, keepGoing = false } = options
  const { subject, runtime, portfolio } = await preparedOf(scenario, variant)
  return search(workload === undefined ? subject : { ...subject, workloads: fixedWorkload(workload) }, {
    runtime,
    strategy: strategy === 'portfolio' && portfolio !== undefined ? portfolio : strategyByName(strategy),
    seed,
    budget: { executions: budget },
    shrinkAtMost,
    keepGoing,
    // Some 200 executions more for each failure, of which nobody here asks why.
    explains: false,
    ...(race === undefined ? {} : { race }),
  })
}

/** One operation for each of as many callers. */
export const oneEach = (...operations: readonly Operation[]): Workload => ({
  callers: operations.map((operation, i) => ({ name: callerName(i), operations: [operation] })),
  subjectSeed: 0,
})

/** What was found, in a line for each verdict: a failing test says no more than a person can read. */
export const findings = ({ counterexamples }: SearchReport): string[] =>
  counterexamples.flatMap(({ verdicts }) => verdicts.map(({ oracle, symptom, message }) => `${oracle}/${symptom}: ${message}`))
