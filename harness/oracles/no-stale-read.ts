// No stale read after invalidation: whoever asks once it is done gets nothing older than what was there when it began.
import { type Call, callsOf } from '../core/history.js'
import type { Oracle, Verdict } from '../core/verdict.js'

/** What a call read, or made current: versions of one key grow. */
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
 */
export const noStaleRead = ({ invalidates, reads, name = 'no-stale-read' }: NoStaleReadOptions): Oracle => ({
  name,
  judge: ({ history }) => {
    const done = callsOf(history).filter(({ end }) => end?.type === 'ok')
    const promises = done.flatMap((call) => [invalidates(call) ?? []].flat().map((version) => ({ ...version, call })))
    const verdicts = done.flatMap((read): Verdict[] => {
      const got = reads(read)
      if (got === null) return []
      const broken = promises.find(
        ({ key, version, call }) => key === got.key && version > got.version && (call.end?.n ?? Infinity) < read.invoke.n,
      )
      if (broken === undefined) return []
      const who = `${broken.call.invoke.actor}'s ${broken.call.invoke.op}`
      const message = `${read.invoke.actor}'s ${read.invoke.op} of ${got.key} read version ${got.version}, though ${who} had replaced it by version ${broken.version} before`
      const events = [broken.call.end?.n, read.invoke.n, read.end?.n].filter((n) => n !== undefined)
      return [{ oracle: name, outcome: 'fail', symptom: 'stale', message, events }]
    })
    return verdicts.length > 0 ? verdicts : { oracle: name, outcome: 'pass', message: 'nobody read what had been invalidated' }
  },
})
