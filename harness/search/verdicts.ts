// From oracles and end to verdicts: only what is not a pass is kept, and an execution that did not complete never passes.
import type { End, Execution } from '../core/execution.js'
import { judge, type Oracle, type Verdict } from '../core/verdict.js'

export interface Judge {
  /** Verdicts that are not `pass`; empty for nearly every execution. */
  notPassing(execution: Execution): readonly Verdict[]
  /** Those that pass too: what a report shows. */
  all(execution: Execution): readonly Verdict[]
}

const NONE: readonly Verdict[] = []

/** Ends whose name an oracle of the subject answers for are left to it; the others are judged here. */
export const createJudge = (oracles: readonly Oracle[]): Judge => {
  const names = new Set(oracles.map(({ name }) => name))
  const own = (execution: Execution): Verdict[] =>
    [endVerdict(execution.end), errorVerdict(execution)]
      .filter((verdict) => verdict !== null)
      .filter(({ oracle, by }) => !names.has(by ?? oracle))
      .map(({ by: _, ...verdict }) => verdict)
  return {
    notPassing: (execution) => {
      const found = notPassing(oracles, execution)
      if (execution.end.kind === 'completed' && execution.leftovers.length === 0) return found
      const left = own(execution)
      return left.length === 0 ? found : [...found, ...left]
    },
    all: (execution) => [...judge(oracles, execution), ...own(execution)],
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

/** `by`: the oracle that answers for it, where that is not the verdict's own. */
type OwnVerdict = Verdict & { readonly by?: string }

const endVerdict = ({ kind, message, error, waiting = [] }: End): OwnVerdict | null => {
  const says = (otherwise: string): string => (message === '' ? otherwise : message)
  switch (kind) {
    case 'completed':
      return null
    case 'deadlock':
    case 'stuck': {
      const who = waiting.length === 0 ? 'nothing can run any more' : `${waiting.join(', ')} can never go on`
      return { oracle: 'never-settles', outcome: 'fail', symptom: kind, message: says(who) }
    }
    case 'threw':
      return { oracle: 'threw', outcome: 'fail', symptom: error?.name ?? kind, message: says('something was thrown') }
    case 'crashed':
      return { oracle: 'threw', outcome: 'fail', symptom: kind, message: says('the process of the subject died') }
    case 'limit':
      return { oracle: 'never-settles', outcome: 'unknown', symptom: kind, message: says('a limit was met') }
    case 'out-of-control':
      return { oracle: 'threw', outcome: 'unknown', symptom: kind, message: says('the watchdog ended it') }
  }
}

const errorVerdict = ({ leftovers }: Execution): OwnVerdict | null => {
  const error = leftovers.find(({ kind }) => kind === 'error' || kind === 'rejection')
  if (error === undefined) return null
  return { oracle: 'threw', outcome: 'fail', symptom: error.kind, message: error.what, by: 'subject-errors' }
}

/** The failure of the same oracle and symptom among `verdicts`. */
export const sameFailure = (failure: Verdict, verdicts: readonly Verdict[]): Verdict | undefined =>
  verdicts.find(({ outcome, oracle, symptom }) => outcome === 'fail' && oracle === failure.oracle && symptom === failure.symptom)
