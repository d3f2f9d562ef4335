// The one producer of `pass`: it knows whether anything happened that could have gone wrong, and refuses a vacuous pass by name.
import type { Execution, Step } from '../core/execution.js'
import { type HistoryEvent, isMain, isNotDispatcher } from '../core/history.js'
import type { Verdict } from '../core/verdict.js'

/** What was there among the executions, as plain data. */
export interface Seen {
  readonly executed: boolean
  readonly operation: boolean
  readonly overlap: boolean
  readonly choice: boolean
  /** Without choices: whether never two tasks were waiting to run at the same time; `null` where nothing was recorded. */
  readonly serial: boolean | null
}

export interface Evidence {
  /** Looks at one execution; free once everything needed has been seen. */
  see(execution: Execution): void
  readonly seen: Seen
}

const VACUOUS = 'vacuous-pass'

const refused = (symptom: string, message: string): Verdict => ({ oracle: VACUOUS, outcome: 'unknown', symptom, message })

const NO_EXECUTION = refused('no-execution', 'nothing was executed, so nothing can be said')
const NO_OPERATION = refused(
  'no-operation',
  'no caller did an operation, so there was nothing to judge; give the callers operations, or record them with call()',
)
const NO_OVERLAP = refused(
  'no-overlap',
  'no two callers were ever at work at the same time, so nothing could race; start them together, or give them more to do',
)
const NO_CHOICE = refused(
  'no-open-choice',
  'no execution had a choice, so every schedule was the same; let stand-ins take a while (world.slow(stub)), or use real timers, sockets and files',
)

const ONE_AT_A_TIME =
  'no execution had a choice: the subject lets one thing happen at a time, so every workload had one schedule only'

/** `recorded`: callers record operations, which then must be there and overlap; else two callers that took steps will do, or two tasks. */
export const nothingSeen = (recorded: boolean): Seen => ({
  executed: false,
  operation: !recorded,
  overlap: false,
  choice: false,
  serial: null,
})

export const createEvidence = (recorded: boolean): Evidence => {
  let { executed, operation, overlap, choice, serial } = nothingSeen(recorded)
  return {
    see: (execution) => {
      executed = true
      if (operation && overlap && choice) return
      const { history, answers, steps } = execution
      choice ||= answers.length > 0
      if (!choice && steps.length > 0) serial = serial !== false && isOneAtATime(steps)
      operation ||= history.some(({ actor }) => isNotDispatcher(actor))
      overlap ||= recorded ? hasOverlap(history) : hasTwo(execution)
    },
    get seen() {
      return { executed, operation, overlap, choice, serial }
    },
  }
}

export const addSeen = (a: Seen, b: Seen): Seen => ({
  executed: a.executed || b.executed,
  operation: a.operation || b.operation,
  overlap: a.overlap || b.overlap,
  choice: a.choice || b.choice,
  serial: a.serial === null || b.serial === null ? (a.serial ?? b.serial) : a.serial && b.serial,
})

/** Nothing new was seen. */
export const isSameSeen = (a: Seen, b: Seen): boolean => JSON.stringify(a) === JSON.stringify(b)

const isSerial = ({ choice, serial, overlap }: Seen): boolean => !choice && serial === true && overlap

/** One thing after the other, and all of it for one caller: a body that awaits its callers in turn. */
const isAlone = ({ serial, overlap }: Seen): boolean => serial === true && !overlap

/** `null`: a pass means something. Else why it does not. */
export const missingEvidence = (seen: Seen): Verdict | null => {
  if (!seen.executed) return NO_EXECUTION
  if (!seen.operation) return NO_OPERATION
  // Where two things were waiting to run and there was no choice between them, the remedy for both is to let them take a while.
  if (!seen.choice && !isSerial(seen) && !isAlone(seen)) return NO_CHOICE
  return seen.overlap ? null : NO_OVERLAP
}

/** What a reader of the report should know about a pass that is none of the above; `null`: nothing. */
export const evidenceNote = (seen: Seen): string | null => (isSerial(seen) ? ONE_AT_A_TIME : null)

/**
 * Whether each step was posted by the one before it. A lock around everything makes it so, and then nothing can be reordered:
 * that is no vacuous pass. Two timers of one length, or two stand-ins that settle at once, are one.
 */
const isOneAtATime = (steps: readonly Step[]): boolean => steps.every(({ cause }, i) => i === 0 || cause === steps[i - 1]?.key)

/** Whether two callers were at work at the same time, or took steps (behind a lock they take turns), or two tasks were waiting at once. */
const hasTwo = ({ answers, steps, stats: { overlap = false, stepsByActor } }: Execution): boolean =>
  overlap ||
  answers.some(({ kind }) => kind === 'run') ||
  (steps.length > 0 && !isOneAtATime(steps)) ||
  Object.entries(stepsByActor).filter(([actor, count]) => count > 0 && isNotDispatcher(actor) && !isMain(actor)).length > 1

/** Whether an operation was invoked while another actor's was open. */
const hasOverlap = (history: readonly HistoryEvent[]): boolean => {
  const open = new Map<number, string>()
  for (const { actor, call, type } of history) {
    if (!isNotDispatcher(actor)) continue
    if (type !== 'invoke') {
      open.delete(call)
      continue
    }
    for (const other of open.values()) if (other !== actor) return true
    open.set(call, actor)
  }
  return false
}
