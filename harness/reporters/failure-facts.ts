// What is said of a failure besides its timeline: how it was found, and what else is known of it.
import type { Execution, Leftover } from '../core/execution.js'
import type { Counterexample, FailureSize, KnownRace, SearchReport } from '../core/report.js'
import { isOpen, nameOf } from './end-rows.js'
import { thrownFrame } from './frames.js'
import { safe } from './text.js'
import { count, counted, duration } from './words.js'

export interface Detail {
  readonly label: string
  readonly text: string
}

/** `found after 3 schedules in 4 ms (strategy random, seed 7); shrunk to 2 callers, 2 calls, 1 slow task`. */
export const foundBy = (
  { seed }: Pick<SearchReport, 'seed'>,
  { scheduleNumber, foundMs, strategy, shrink, metWhileShrinking }: Counterexample,
): string => {
  const after = `found after ${counted(scheduleNumber, 'schedule')} in ${duration(foundMs)}`
  const found =
    metWhileShrinking === undefined
      ? `${after} (strategy ${strategy}, seed ${seed})`
      : `${after}, the last ${metWhileShrinking === 1 ? '' : `${count(metWhileShrinking)} `}of them while the failure before it was made small`
  return safe(shrink === null ? found : `${found}; shrunk to ${sizeInWords(shrink.after)}`)
}

/** `2 callers, 2 calls, 1 slow task`. */
const sizeInWords = ({ callers, calls, holds, deviations }: FailureSize): string =>
  [
    // A race that asserts by itself has no callers of ours.
    ...(callers > 0 ? [counted(callers, 'caller')] : []),
    // Callers whose operations nobody records make calls that nobody has counted.
    ...(calls > 0 ? [counted(calls, 'call')] : []),
    ...(holds > 0 ? [counted(holds, 'slow task')] : []),
    ...(deviations > 0 ? [counted(deviations, 'deviation')] : []),
    ...(holds + deviations === 0 ? ['the calmest schedule'] : []),
  ].join(', ')

/** What else there is to say of a failure, each with the word that it is told under. */
export const detailsOf = (
  { verdict, verdicts, execution, race, known }: Counterexample,
  { notes = [] }: Partial<Pick<SearchReport, 'notes'>>,
): Detail[] => {
  const others = verdicts.filter((other) => other !== verdict && other.outcome !== 'pass' && !isSame(other, verdict))
  const told = new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ oracle }) => oracle))
  const also = others.map(({ oracle, message, outcome }) => `${oracle}${outcome === 'unknown' ? ' cannot tell' : ''}: ${message}`)
  return [
    ...under('Also', also),
    ...under('Race', race === null ? [] : [race]),
    ...under('Known', known === undefined ? [] : [knownText(known)]),
    ...under('End', endText(execution, told)),
    ...under('Thrown at', thrownAt(execution)),
    ...under('Left open', told.has('leaks') ? [] : leftOpen(execution.leftovers)),
    ...under('Note', [...notesOn(execution), ...notes]),
  ]
}

/** `until 2027-01-31: waits for the driver's release (races/pool.faulty.leaks-timer.json)`. */
const knownText = ({ until, reason, holds, file }: KnownRace): string =>
  `${holds ? 'until' : 'no longer: the day was'} ${until}: ${reason} (${file})`

const under = (label: string, texts: readonly string[]): Detail[] => texts.map((text) => ({ label, text }))

const isSame = (a: Counterexample['verdict'], b: Counterexample['verdict']): boolean =>
  a.oracle === b.oracle && a.symptom === b.symptom && a.message === b.message

/** Not where an oracle has said it in its own words. */
const endText = ({ end }: Execution, told: ReadonlySet<string>): string[] => {
  if (end.kind === 'completed' || told.has('never-settles') || told.has('threw')) return []
  return [end.message === '' ? end.kind : `${end.kind}: ${end.message}`]
}

const thrownAt = (execution: Execution): string[] => {
  const astray = execution.leftovers.find(({ kind, at }) => (kind === 'error' || kind === 'rejection') && at !== undefined)?.at
  const at = thrownFrame(execution) ?? astray
  return at === undefined ? [] : [at]
}

const MOST_LEFTOVERS = 3

const leftOpen = (leftovers: readonly Leftover[]): string[] => {
  const own = leftovers.filter(isOpen)
  if (own.length === 0) return []
  const made = ({ at }: Leftover): string => (at === undefined ? '' : `, made at ${at}`)
  const shown = own.slice(0, MOST_LEFTOVERS).map((leftover) => `${nameOf(leftover)} (${leftover.actor}${made(leftover)})`)
  const left = own.length - shown.length
  return [shown.join(', ') + (left > 0 ? ` and ${count(left)} more` : '')]
}

const notesOn = ({ escapes, stats, unmet }: Execution): string[] => [
  ...(stats.nativeUncontrolled ? ['native work ran in it, whose order was not controlled'] : []),
  ...escapes.map(({ type, at }) => `${type} escaped control at ${at}`),
  ...(unmet.length > 0 ? [`${counted(unmet.length, 'change')} of the schedule found no place any more`] : []),
]
