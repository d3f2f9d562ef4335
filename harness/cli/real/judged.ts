// What the scenario's oracles say about a run.
import type { Execution } from '../../core/execution.js'
import type { RunOrder } from '../../core/rate-report.js'
import type { AnyScenario } from '../../core/scenario.js'
import { plainData } from '../../reporters/plain-data.js'
import { createJudge } from '../../search/verdicts.js'
import { createWanted } from '../../search/wanted.js'
import type { Ran } from './messages.js'

export interface RunFacts {
  readonly variant: string
  readonly execution: Execution
  readonly order: RunOrder | null
}

/** The expected oracle leads, as in a search. */
export const judged = ({ oracles, overrides, expect, races }: AnyScenario, { variant, execution, order }: RunFacts): Ran => {
  const verdicts = createJudge(overrides?.[variant]?.oracles ?? oracles).all(execution)
  const { among, raceOf } = createWanted({ expect: expect?.[variant], races })
  const failures = verdicts.filter(({ outcome }) => outcome === 'fail')
  const leading = among(failures, execution) ?? failures[0] ?? verdicts.find(({ outcome }) => outcome === 'unknown') ?? null
  const race = leading?.outcome === 'fail' ? raceOf(leading, execution) : null
  return plainData({ execution, verdicts, leading, race, hung: whoHung(execution), order }) as Ran
}

const whoHung = ({ end: { kind, waiting = [] } }: Execution): readonly string[] | null =>
  kind === 'deadlock' || kind === 'limit' ? waiting : null
