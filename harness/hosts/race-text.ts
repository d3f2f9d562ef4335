// What a race says: where it fails, where it cannot tell, and where it passes.
import { isMain, isNotDispatcher } from '../core/history.js'
import type { Counterexample, FailureSize, SearchReport } from '../core/report.js'
import { failure, limited } from '../reporters/index.js'
import { percent } from '../reporters/words.js'

const WIDTH = 100

export interface FailureTextOptions {
  readonly replayCommand: (token: string) => string
  /** In the place of the line that says how it was found. */
  readonly found?: string
  /** What else is known of it. */
  readonly notes?: readonly string[]
  /** Why it was not had again in a fresh thread; `null`: it was, or nobody could. */
  readonly unconfirmed?: string | null
  /** `Saved: test/__races__/...json`; `null`: nobody asked for that. */
  readonly saved?: string | null
}

/** The timeline, the reason, and the line that runs this one test again. */
export const failureText = (
  name: string,
  seed: number,
  shown: { readonly counterexample: Counterexample } & FailureTextOptions,
): string => {
  const { counterexample, unconfirmed = null, saved = null, notes = [], ...options } = shown
  const text = failure({ scenario: name, variant: '', seed, notes }, sized(counterexample), { width: WIDTH, ...options })
  const kept = saved === null ? text : beforeReplay(text, saved)
  return unconfirmed === null ? kept : withDoubt(kept, unconfirmed)
}

const withDoubt = (text: string, why: string): string =>
  beforeReplay(text, `Seen twice in this thread, and not tried in a fresh one: ${limited(why)}`)

/** Before the last line, which is there to be pasted. */
const beforeReplay = (text: string, told: string): string => text.replace(/\n {2}Replay: /, (line) => `\n  ${told}${line}`)

/** A body has no workload: its callers are whoever took steps, its calls what was recorded. */
const sized = (counterexample: Counterexample): Counterexample => {
  const { shrink, execution } = counterexample
  if (shrink === null) return counterexample
  const callers = Object.keys(execution.stats.stepsByActor).filter((actor) => isNotDispatcher(actor) && !isMain(actor)).length
  const calls = execution.history.filter(({ type, actor }) => type === 'invoke' && isNotDispatcher(actor)).length
  const withCounts = (size: FailureSize): FailureSize => ({ ...size, callers, calls })
  return { ...counterexample, shrink: { ...shrink, before: withCounts(shrink.before), after: withCounts(shrink.after) } }
}

export const unknownText = ({ executions, unknowns, notes }: SearchReport): string =>
  [
    ...unknowns.map(({ verdict }) => `${verdict.oracle}: ${limited(verdict.message)}`),
    ...notes,
    `nothing can be said after ${executions.toLocaleString('en')} executions`,
  ].join('\n')

/** A search that was ended before it was done is no pass, however far it came. */
export const interruptedText = ({ executions }: SearchReport, reason: string): string =>
  [
    `${reason}: ${schedules(executions)} explored so far, none failed`,
    '  remedy:   give the race more time (timeout, in ms) or less to explore (budget)',
  ].join('\n')

const schedules = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'schedule' : 'schedules'}`

/** `200 schedules explored, 187 distinct; what shows in 1.7 % of random schedules or more would have been found with 95 % probability; ...`. */
export const passText = (report: SearchReport): string => {
  const { executions, distinct, notes } = report
  return [`${schedules(executions)} explored, ${distinct.toLocaleString('en')} distinct`, ...worthOf(report), ...notes].join('; ')
}

/** Of one schedule, taken again and again, there is nothing that could have shown in others. */
const worthOf = ({ worth: { claim, smallestProbability }, distinct }: SearchReport): string[] => {
  if (claim !== null) return [claim]
  if (smallestProbability === null || distinct === 1) return []
  return [`what shows in ${percent(smallestProbability)} of random schedules or more would have been found with 95 % probability`]
}
