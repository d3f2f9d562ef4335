// No stale read after invalidation: whoever asks once it is done gets nothing older than what was there when it began.
import { type Call, callsOf } from '../core/history.js'
import type { Oracle, Verdict } from '../core/verdict.js'

/** What a call read, or made current: versions of one key grow. A version that is no number cannot be compared. */
export interface Version {
  readonly key: string
  readonly version: number
}

export interface NoStaleReadOptions {
  /**
   * What an operation promises that nobody gets older than from its end on: the version that it has written before it invalidated, say.
   * Asked of operations that ended as `ok`; `null`: it invalidates nothing. A list: several keys. Pure.
   */
  readonly invalidates: (call: Call) => Version | readonly Version[] | null
  /** What an operation that ended as `ok` has read; `null`: nothing. Pure. */
  readonly reads: (call: Call) => Version | null
  /** Default: `no-stale-read`. */
  readonly name?: string
}

/**
 * Fails with the symptom `stale` where an operation that began after an acknowledged invalidation had ended read an older version of that
 * key. One that began before may rightly get the old one, and so may whoever begins after an invalidation that failed or was given up.
 * Unknown with the symptom `no-version` where nothing is stale and a version is no number: nothing is older than that.
 */
export const noStaleRead = ({ invalidates, reads, name = 'no-stale-read' }: NoStaleReadOptions): Oracle => ({
  name,
  judge: ({ history }) => {
    const done = callsOf(history).filter(({ end }) => end?.type === 'ok')
    const promises = done.flatMap((call) => [invalidates(call) ?? []].flat().map((version): Seen => ({ ...version, call })))
    const got = done.flatMap((call): Seen[] => {
      const version = reads(call)
      return version === null ? [] : [{ ...version, call }]
    })
    const verdicts = got.flatMap((read): Verdict[] => {
      const broken = promises.find((promise) => isBrokenBy(promise, read))
      return broken === undefined ? [] : [{ oracle: name, outcome: 'fail', symptom: 'stale', ...staleness(broken, read) }]
    })
    if (verdicts.length > 0) return verdicts
    const odd = [...promises, ...got].find(({ version }) => typeof version !== 'number' || Number.isNaN(version))
    if (odd !== undefined) return { oracle: name, outcome: 'unknown', symptom: 'no-version', message: incomparable(odd) }
    const nothing = promises.length === 0 ? 'nothing was invalidated' : got.length === 0 ? 'nobody read' : null
    const message = nothing === null ? 'nobody read what had been invalidated' : `${name}: nothing to judge (${nothing})`
    return { oracle: name, outcome: 'pass', message }
  },
})

interface Seen extends Version {
  readonly call: Call
}

const isBrokenBy = ({ key, version, call: { end } }: Seen, read: Seen): boolean =>
  key === read.key && version > read.version && (end?.n ?? Number.POSITIVE_INFINITY) < read.call.invoke.n

const staleness = (broken: Seen, { key, version, call }: Seen): Pick<Verdict, 'message' | 'events'> => ({
  message: `${named(call)} of ${key} read version ${version}, though ${named(broken.call)} had replaced it by version ${broken.version} before`,
  events: [broken.call.end?.n, call.invoke.n, call.end?.n].filter((n) => n !== undefined),
})

const incomparable = ({ key, version, call }: Seen): string =>
  `${named(call)} of ${key} has version ${String(version)}, which is no number, and nothing is older or newer than that`

const named = ({ invoke: { actor, op } }: Call): string => `${actor}'s ${op}`
