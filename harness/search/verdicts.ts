// From oracles to verdicts: only what is not a pass is kept, and an execution that did not complete never passes.
import type { Execution } from '../core/execution.js'
import { judge, type Oracle, type Verdict } from '../core/verdict.js'
import { withEndOracles } from '../oracles/index.js'

export interface Judge {
  /** Verdicts that are not `pass`; empty for nearly every execution. */
  notPassing(execution: Execution): readonly Verdict[]
  /** Those that pass too: what a report shows. */
  all(execution: Execution): readonly Verdict[]
}

const NONE: readonly Verdict[] = []

/** What an end means by itself is judged here too, unless `oracles` answer for it under the same name. */
export const createJudge = (oracles: readonly Oracle[]): Judge => {
  const all = withEndOracles(oracles)
  return {
    notPassing: (execution) => notPassing(all, execution),
    all: (execution) => judge(all, execution),
  }
}

/** Like `judge`, but without a list for what passes: it runs after every execution. */
const notPassing = (oracles: readonly Oracle[], execution: Execution): readonly Verdict[] => {
  let found: Verdict[] | null = null
  for (const oracle of oracles) {
    const verdicts = ask(oracle, execution)
    if (!Array.isArray(verdicts)) {
      if ((verdicts as Verdict).outcome !== 'pass') (found ??= []).push(verdicts as Verdict)
      continue
    }
    for (const verdict of verdicts as readonly Verdict[]) if (verdict.outcome !== 'pass') (found ??= []).push(verdict)
  }
  return found ?? NONE
}

const ask = (oracle: Oracle, execution: Execution): Verdict | readonly Verdict[] => {
  try {
    return oracle.judge(execution)
  } catch {
    return judge([oracle], execution)
  }
}

/** The failure of the same oracle and symptom among `verdicts`. */
export const sameFailure = (failure: Verdict, verdicts: readonly Verdict[]): Verdict | undefined =>
  verdicts.find(({ outcome, oracle, symptom }) => outcome === 'fail' && oracle === failure.oracle && symptom === failure.symptom)
