// A race file: a counterexample on disk, small enough to be read in a review. Format 1.
import { relative, resolve, sep } from 'node:path'
import type { End, EndKind } from '../../core/execution.js'
import type { Explanation, PairEnd } from '../../core/explanation.js'
import { isHold } from '../../core/policy.js'
import type { Counterexample } from '../../core/report.js'
import type { Verdict } from '../../core/verdict.js'
import { decodeToken, type TokenContent } from '../token.js'
import { codeAt } from './code-at.js'

/** One of the two steps whose order decides. */
export interface RaceEnd {
  readonly actor: string
  /** Where the subject went on: `../src/client.ts:21`, seen from the folder of the race file. */
  readonly at: string
  /** That line, without the blanks around it: by it the place is known again after an edit. Absent where it cannot be read. */
  readonly code?: string
  /** The how many-th line of its file on which that stands. Absent where it is the first. */
  readonly nth?: number
}

/** How an execution came to its end. */
export interface RaceOutcome {
  readonly kind: EndKind
  /** Names of those that waited for ever; empty where nobody did. */
  readonly waiting: readonly string[]
}

/** A race that is to be reported and not to be red for a while. */
export interface Known {
  /** The last day (of UTC) on which it is not red: `2027-01-31`. */
  readonly until: string
  readonly reason: string
}

/** A choice of an execution that was not the default, by its place alone. */
export interface Taken {
  readonly step: number
  readonly index: number
}

/** The object of a token, and what a person and a search want to know of it. Unknown fields are kept. */
export interface RaceFile extends TokenContent {
  /** The user's own scenario, seen from the folder of the race file; absent for one that comes with crosswire, and for a test. */
  readonly file?: string
  /** Id of the race in the scenario's list; `null` where it fits none or there is no list. */
  readonly race: string | null
  readonly verdict: Pick<Verdict, 'oracle' | 'symptom' | 'message'>
  /** Absent where nobody looked for one, or found none. */
  readonly explanation?: { readonly sentence: string | null; readonly pair: readonly [RaceEnd, RaceEnd] | null }
  /** Absent where everything came to its end, as it should. */
  readonly end?: RaceOutcome
  /** Put in by hand. */
  readonly known?: Known
  /** What the policy came to, by step and index; absent where the policy says it, or where that is too long to be read. */
  readonly byIndex?: readonly Taken[]
  readonly versions: Readonly<Record<string, string>>
}

export interface RaceFacts {
  /** Where the race file lies, or is to lie. */
  readonly folder: string
  /** What relative places are seen from. */
  readonly cwd: string
  /** Absolute; of a user's own scenario. */
  readonly scenarioFile?: string | null
  readonly versions: Readonly<Record<string, string>>
}

/** More than a person reads, and less likely with each to be right after an edit. */
const TAKEN_AT_MOST = 64

export const raceFileOf = (counterexample: Counterexample, facts: RaceFacts): RaceFile => {
  const { verdict, race, token, execution, explanation } = counterexample
  const { folder, scenarioFile, versions } = facts
  const { oracle, symptom, message } = verdict
  const content = decodeToken(token)
  const taken = takenIn(content, execution)
  const explained = explanation === undefined ? null : explanationOf(explanation, facts)
  const end = endingOf(execution.end)
  return {
    ...content,
    ...(scenarioFile == null ? {} : { file: from(folder, scenarioFile) }),
    race,
    verdict: { oracle, ...(symptom === undefined ? {} : { symptom }), message },
    ...(explained === null ? {} : { explanation: explained }),
    ...(end === null ? {} : { end }),
    ...(taken.length === 0 ? {} : { byIndex: taken }),
    versions,
  }
}

/** Without what a race file has besides. */
export const tokenOf = ({ format, id, variant, runtime, model, workload, policy, drawn }: RaceFile): TokenContent => ({
  ...{ format, id, runtime, model, workload, policy },
  ...(variant === undefined ? {} : { variant }),
  ...(drawn === undefined ? {} : { drawn }),
})

/** What everybody waits for is left out: it holds tokens and addresses, which are others every time. */
const endingOf = ({ kind, waiting = [] }: End): RaceOutcome | null => {
  if (kind === 'completed') return null
  const isWait = kind === 'deadlock' || kind === 'stuck'
  return { kind, waiting: isWait ? [...new Set(waiting.map((text) => text.replace(/: .*/s, '')))].sort() : [] }
}

/** Deviations have their steps and indices in them. Holds, and what was drawn, have none. */
const takenIn = ({ policy }: TokenContent, { deviations }: Counterexample['execution']): Taken[] => {
  const isSaid = policy.pick === 'first' && !policy.deviations.some(isHold)
  if (isSaid || deviations.length > TAKEN_AT_MOST) return []
  return deviations.flatMap((change) => (isHold(change) ? [] : [{ step: change.step, index: change.index }]))
}

/** `null`: there is nothing to tell. */
export const explanationOf = (
  { sentence, pair }: Explanation,
  facts: Pick<RaceFacts, 'folder' | 'cwd'>,
): Exclude<RaceFile['explanation'], undefined> | null => {
  if (sentence === null && pair === null) return null
  return { sentence, pair: pair === null ? null : [endOf(pair[0], facts), endOf(pair[1], facts)] }
}

const endOf = ({ actor, at }: PairEnd, { folder, cwd }: Pick<RaceFacts, 'folder' | 'cwd'>): RaceEnd => {
  const file = resolve(cwd, at.file)
  const { nth = 1, ...code } = codeAt(file, at.line) ?? {}
  return { actor, at: `${from(folder, file)}:${at.line}`, ...code, ...(nth === 1 ? {} : { nth }) }
}

/** The same on every system, and on every machine. */
const from = (folder: string, file: string): string => {
  const path = relative(folder, file).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}
