// What reporters are given: results one by one as they come, and at the end what is true of the whole run.
import type { SearchReport } from '../core/report.js'
import type { Versions } from './json.js'

/** A variant that has been searched, or that could not be. */
export interface Finished {
  readonly report: SearchReport
  /** What kept the search from its end, with the text that a person needs; `null` where nothing did. */
  readonly problem: { readonly code: string; readonly text: string } | null
  /** What the run would end with if this were all of it: 0 as expected, 1 a race, 2 the input, 3 the tool, 4 nothing can be said. */
  readonly exitCode: number
  /** The command that replays a token. */
  readonly replayCommand: (token: string) => string
  /** Of a user's own scenario; `null` for one that comes with crosswire. */
  readonly file: string | null
}

export interface RunFacts {
  readonly versions: Versions
  readonly exitCode: number
  /** The directory that paths are given from. */
  readonly root: string
}

/** Makes one document of a whole run. */
export type DocumentOf = (results: readonly Finished[], facts: RunFacts) => string

/** `rpc-shared-socket / faulty`. */
export const titleOf = ({ scenario, variant }: Pick<SearchReport, 'scenario' | 'variant'>): string =>
  variant === '' ? scenario : `${scenario} / ${variant}`

/** Why a search without a finding is not as it should be: what was expected and not found, what could not be judged, and notes. */
export const reasonsOf = ({ outcome, met, expect, unknowns, notes }: SearchReport): readonly string[] => [
  ...(outcome === 'pass' && !met ? [`expected ${expect}: it was not found`] : []),
  ...unknowns.map(({ verdict, count }) => `${verdict.oracle}: ${verdict.message}${count > 1 ? ` (${count} times)` : ''}`),
  ...notes,
]
