// What is asked for together is loaded together: the promise of every loader that batches.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { listedUpTo } from './sentence.js'

/** Keys that belong into one batch. */
export interface AskedTogether {
  /** Who asked for them, in words: `bob's page`. */
  readonly by: string
  readonly keys: readonly string[]
  /** Ordinal (`n`) of the history event with which they asked. */
  readonly event?: number
}

/** One request for several keys. */
export interface Batch {
  readonly keys: readonly string[]
  /** Ordinal (`n`) of the history event that shows it. */
  readonly event?: number
}

export interface OneBatchOptions {
  /** Keys that have to come in one batch, as far as they are loaded at all: those that became known in one turn. Pure. */
  readonly together: (execution: Execution) => readonly AskedTogether[]
  /** All batches, in order. Pure. */
  readonly batches: (execution: Execution) => readonly Batch[]
  /** Default: `one-batch`. */
  readonly name?: string
}

/**
 * Fails with the symptom `split` where keys that were asked for together were loaded by more than one batch. Of a batch and an asking that
 * both have their `event`, only a batch that came after the asking counts: what an earlier one has brought, or was bringing, was known. A
 * key that is in no batch (it was known, or nobody came to it) is not missed here; one that is in several counts for the first of them.
 */
export const oneBatch = ({ together, batches, name = 'one-batch' }: OneBatchOptions): Oracle => ({
  name,
  judge: (execution) => {
    const [asked, all] = [together(execution), batches(execution)]
    const verdicts = asked.flatMap(({ by, keys, event }): Verdict[] => {
      const later = all.filter((batch) => event === undefined || batch.event === undefined || batch.event > event)
      const used = [...new Set(keys.flatMap((key) => later.find((batch) => batch.keys.includes(key)) ?? []))]
      if (used.length < 2) return []
      const parts = used.map((batch) =>
        listedUpTo(
          3,
          keys.filter((key) => batch.keys.includes(key)),
        ),
      )
      const events = [event, ...used.map((batch) => batch.event)].filter((n) => n !== undefined)
      const message = `what ${by} asked for together was loaded by ${used.length} batches: ${parts.join('; then ')}`
      return [{ oracle: name, outcome: 'fail', symptom: 'split', message, ...(events.length === 0 ? {} : { events }) }]
    })
    if (verdicts.length > 0) return verdicts
    const nothing = asked.length === 0 ? 'nothing was asked for together' : all.length === 0 ? 'nothing was loaded' : null
    const message = nothing === null ? 'what was asked for together came together' : `${name}: nothing to judge (${nothing})`
    return { oracle: name, outcome: 'pass', message }
  },
})
