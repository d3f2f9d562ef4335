// Nothing deleted comes back: no flush, no load and no writer that is still at it may bring to life again what is gone.
import type { Execution } from '../core/execution.js'
import { type Call, callsOf, type HistoryEvent } from '../core/history.js'
import type { Oracle, Verdict } from '../core/verdict.js'

/** Something that is there at the end. */
export interface Present {
  readonly thing: string
  /** Where: `in the store`. */
  readonly where?: string
}

export interface NothingComesBackOptions {
  /** The things that an operation may rightly bring into being, by invocation. Pure. */
  readonly creates: (invoke: HistoryEvent) => readonly string[]
  /** Whether an operation removes this thing, if it is there; what came before it may say that it is out of its reach by then. Pure. */
  readonly removes: (invoke: HistoryEvent, thing: string, execution: Execution) => boolean
  /** What is there once all callers have settled. Pure. */
  readonly present: (execution: Execution) => readonly Present[]
  /** Default: `nothing-comes-back`. */
  readonly name?: string
}

/**
 * Fails with the symptom `came-back` where a thing is there at the end although its removal was acknowledged (`ok`), and every operation
 * that creates it had ended before that removal began. One that creates it at the same time may have come after it, and one that was
 * given up may still do so: then nothing is claimed.
 */
export const nothingComesBack = (options: NothingComesBackOptions): Oracle => {
  const { creates, removes, present, name = 'nothing-comes-back' } = options
  return {
    name,
    judge: (execution) => {
      const calls = callsOf(execution.history)
      const verdicts = present(execution).flatMap(({ thing, where }): Verdict[] => {
        const removal = finalRemovalOf(calls, {
          removes: (invoke) => removes(invoke, thing, execution),
          creates: (invoke) => creates(invoke).includes(thing),
        })
        if (removal === null) return []
        const { actor, op, n } = removal.invoke
        const message = `${thing} is there${where === undefined ? '' : ` ${where}`} at the end, though ${actor}'s ${op} had removed it`
        return [{ oracle: name, outcome: 'fail', symptom: 'came-back', message, events: [n, removal.end?.n ?? n] }]
      })
      return verdicts.length > 0 ? verdicts : { oracle: name, outcome: 'pass', message: 'nothing deleted came back' }
    },
  }
}

interface OfThing {
  readonly removes: (invoke: HistoryEvent) => boolean
  readonly creates: (invoke: HistoryEvent) => boolean
}

/** An acknowledged removal that nothing can have undone; `null` where there is none. */
const finalRemovalOf = (calls: readonly Call[], { removes, creates }: OfThing): Call | null => {
  const creations = calls.filter(({ invoke }) => creates(invoke))
  const isFinal = ({ invoke, end }: Call): boolean =>
    end?.type === 'ok' && removes(invoke) && creations.every((creation) => endsBefore(creation, invoke))
  return calls.find(isFinal) ?? null
}

const endsBefore = ({ end }: Call, { n }: HistoryEvent): boolean => end !== null && end.type !== 'info' && end.n < n
