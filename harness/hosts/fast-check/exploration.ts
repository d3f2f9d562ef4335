// Explores a property: each generated value under its schedules, smaller values after the first that fails, then fewer deviations.
import fc from 'fast-check'
import type { SearchReport } from '../../core/report.js'
import type { Workload } from '../../core/workload.js'
import { createNodeRuntime } from '../../runtimes/node/index.js'
import { turn } from '../../runtimes/node/kernel/drain.js'
import { search } from '../../search/index.js'
import { textOf } from '../explore-race.js'
import { type Guarded, type Guards, guardsOf, knownIn } from '../guards.js'
import { AT_LEISURE, inTurn } from '../in-turn.js'
import { RaceError } from '../race-error.js'
import { passText, unknownText } from '../race-text.js'
import { guard } from '../watchdog.js'
import type { Asserted, Assessment, Details } from './assessment.js'
import { drawnAgain } from './drawn-again.js'
import { givenValue } from './given-value.js'
import { propertySettings } from './property-settings.js'
import { given, type Outcome, type Predicate, type PropertySubject, propertySubject } from './property-subject.js'
import { guardFailed, type Kept, kept, replayed } from './race-files.js'
import { assertNoTimeLimits } from './time-limits.js'
import type { Where } from './where.js'

export const exploreProperty = (asserted: Asserted): Assessment => {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(asserted.options.signal === undefined ? [] : [asserted.options.signal])])
  // What fast-check is told of a value that fails; the failure itself takes its place once it is small.
  const failed = new Error('it fails under a schedule')
  let begun: Promise<Search> | null = null
  let guarded: Guarded | null = null
  let failing: Workload | null = null
  let broken: Broken | null = null
  // One value is explored after the other, even where a time-out around them has given up on one.
  let last: Promise<unknown> = Promise.resolve()

  const explore = async (predicate: Predicate, value: unknown): Promise<Outcome> => {
    begun ??= beginSearch(asserted, signal)
    const search = await begun
    const { property, report } = search
    guarded ??= await inTurn(() => guard(() => replayed(search, predicate, signal)), AT_LEISURE)
    if (guarded.failure !== null) return new fc.PreconditionFailure(true)
    const one = given(givenValue(value), predicate)
    const workload = property.workloadOf(one)
    // A search that is over, for whatever reason, takes no more values.
    const passes = () => Promise.race([property.values.passes(workload), report.then(() => true)])
    if (await inTurn(() => guard(passes), AT_LEISURE)) return one.counted ? null : one.skipped
    failing = workload
    return { error: failed }
  }
  /** What is no statement about the property ends fast-check's run; `complete` says what it was. */
  const unlessBroken = async (run: () => Promise<Outcome>): Promise<Outcome> => {
    if (signal.aborted) return new fc.PreconditionFailure(true)
    try {
      return await run()
    } catch (error) {
      broken = { error }
      stop.abort()
      return new fc.PreconditionFailure(true)
    }
  }
  return {
    run(predicate, value) {
      const outcome = last.then(() => unlessBroken(() => explore(predicate, value)))
      last = outcome
      return outcome
    },
    async complete(details) {
      if (details.interrupted) stop.abort()
      await last
      assertNoTimeLimits(details, broken)
      if (broken !== null) throw (broken as Broken).error
      if (begun === null) return
      const { property, report, guards, save } = await begun
      const { counterexamplePath: path, seed } = details
      property.values.end(failing === null || path === null ? null : { workload: failing, seed, path })
      const searched = await inTurn(() => guard(() => report), AT_LEISURE)
      if (guarded?.failure != null) throw guardFailed(asserted, guarded.failure)
      await say(asserted, kept(guards, searched, save), { details, failed, notes: guarded?.notes ?? [] })
      // fast-check goes on in a macrotask of its own: nothing of ours is in the stack of its error.
      await turn()
    },
  }
}

/** By what is no statement about the property. */
interface Broken {
  readonly error: unknown
}

interface Search {
  readonly property: PropertySubject
  readonly guards: Guards
  /** What is found is written. */
  readonly save: boolean
  /** Settles once no more values come. */
  readonly report: Promise<SearchReport>
}

const beginSearch = async ({ options, where }: Asserted, signal: AbortSignal): Promise<Search> => {
  const guards = guardsOf(where)
  const { bounds, schedules, save, ...settings } = await propertySettings(options, process.env)
  const property = propertySubject(where.id, { ...options, ...bounds }, settings.seed)
  const runtime = createNodeRuntime()
  const report = search(property.subject, { ...settings, schedulesPerWorkload: schedules, runtime, signal })
  // Whoever waits for it hears of it; until then it is nobody's.
  report.catch(() => {})
  return { property, guards, save, report }
}

interface Ended {
  readonly details: Details
  /** The error of a value that fails, as fast-check knows it. */
  readonly failed: Error
  /** What race files have said. */
  readonly notes: readonly string[]
}

const say = async ({ options, where, declaredAt }: Asserted, { report, saved }: Kept, ended: Ended): Promise<void> => {
  const { details, failed, notes } = ended
  const raceError = (text: string) => new RaceError(text, { execution: report.counterexamples[0]?.execution ?? null, declaredAt })
  const known = knownIn(report)
  if (details.failed && known.length === 0) {
    if (details.errorInstance === failed) details.errorInstance = raceError(failureOf(where, { report, saved }, details))
  } else if (report.outcome === 'unknown') throw raceError(unknownText(report))
  else {
    // To fast-check it is a failure; it is none until its day.
    details.failed = false
    const passed = report.outcome === 'pass' ? [passText(report), ...valuesText(details, report)] : []
    await options.says?.([...passed, ...new Set([...known, ...notes])].join('; '))
  }
}

const failureOf = (where: Where, { report, saved }: Kept, { seed, counterexamplePath: path }: Details): string => {
  const text = textOf(where.name, report, { replayCommand: where.line, saved })
  const isWritten = typeof report.counterexamples[0]?.workload.value === 'string'
  if (isWritten || path === null) return text
  return `${text}\n    with ${drawnAgain({ seed, path })} in the parameters: the token cannot hold such a value`
}

/** fast-check counts what came after the end of the budget as passing: nobody has executed it. */
const valuesText = ({ numRuns, numSkips, interrupted }: Details, { workloads, stopped }: SearchReport): string[] => [
  stopped === 'budget' && workloads < numRuns
    ? `${count(workloads)} of ${count(numRuns)} values, then the budget was used up`
    : `${count(numRuns)} values`,
  ...(numSkips > 0 ? [`${count(numSkips)} more were skipped (fc.pre)`] : []),
  ...(interrupted ? ['interrupted by fast-check'] : []),
]

const count = (n: number): string => n.toLocaleString('en')
