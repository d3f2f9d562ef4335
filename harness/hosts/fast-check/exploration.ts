// Explores a property: each generated value under its schedules, smaller values after the first that fails, then fewer deviations.
import fc from 'fast-check'
import type { SearchReport } from '../../core/report.js'
import type { Workload } from '../../core/workload.js'
import { createNodeRuntime } from '../../runtimes/node/index.js'
import { turn } from '../../runtimes/node/kernel/drain.js'
import { search } from '../../search/index.js'
import { textOf } from '../explore-race.js'
import { AT_LEISURE, inTurn } from '../in-turn.js'
import { RaceError } from '../race-error.js'
import { passText, unknownText } from '../race-text.js'
import { guard } from '../watchdog.js'
import type { Asserted, Assessment, Details } from './assessment.js'
import { drawnAgain } from './drawn-again.js'
import { givenValue } from './given-value.js'
import { propertySettings } from './property-settings.js'
import { given, type Outcome, type Predicate, type PropertySubject, propertySubject } from './property-subject.js'
import { assertNoTimeLimits } from './time-limits.js'
import type { Where } from './where.js'

export const exploreProperty = (asserted: Asserted): Assessment => {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(asserted.options.signal === undefined ? [] : [asserted.options.signal])])
  // What fast-check is told of a value that fails; the failure itself takes its place once it is small.
  const failed = new Error('it fails under a schedule')
  let begun: Promise<Search> | null = null
  let failing: Workload | null = null
  let broken: Broken | null = null
  // One value is explored after the other, even where a time-out around them has given up on one.
  let last: Promise<unknown> = Promise.resolve()

  const explore = async (predicate: Predicate, value: unknown): Promise<Outcome> => {
    begun ??= beginSearch(asserted, signal)
    const { property, report } = await begun
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
      const { property, report } = await begun
      const { counterexamplePath: path, seed } = details
      property.values.end(failing === null || path === null ? null : { workload: failing, seed, path })
      await say(asserted, await inTurn(() => guard(() => report), AT_LEISURE), { details, failed })
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
  /** Settles once no more values come. */
  readonly report: Promise<SearchReport>
}

const beginSearch = async ({ options, where }: Asserted, signal: AbortSignal): Promise<Search> => {
  const { bounds, schedules, ...settings } = await propertySettings(options, process.env)
  const property = propertySubject(where.id, { ...options, ...bounds }, settings.seed)
  const runtime = createNodeRuntime()
  const report = search(property.subject, { ...settings, schedulesPerWorkload: schedules, runtime, signal })
  // Whoever waits for it hears of it; until then it is nobody's.
  report.catch(() => {})
  return { property, report }
}

interface Ended {
  readonly details: Details
  /** The error of a value that fails, as fast-check knows it. */
  readonly failed: Error
}

const say = async ({ options, where, declaredAt }: Asserted, report: SearchReport, { details, failed }: Ended): Promise<void> => {
  const raceError = (text: string) => new RaceError(text, { execution: report.counterexamples[0]?.execution ?? null, declaredAt })
  if (details.failed) {
    if (details.errorInstance === failed) details.errorInstance = raceError(failureOf(where, report, details))
  } else if (report.outcome === 'unknown') throw raceError(unknownText(report))
  else await options.says?.([passText(report), ...valuesText(details)].join('; '))
}

const failureOf = (where: Where, report: SearchReport, { seed, counterexamplePath: path }: Details): string => {
  const text = textOf(where.name, report, { replayCommand: where.line })
  const isWritten = typeof report.counterexamples[0]?.workload.value === 'string'
  if (isWritten || path === null) return text
  return `${text}\n    with ${drawnAgain({ seed, path })} in the parameters: the token cannot hold such a value`
}

const valuesText = ({ numRuns, numSkips, interrupted }: Details): string[] => [
  `${numRuns.toLocaleString('en')} values`,
  ...(numSkips > 0 ? [`${numSkips.toLocaleString('en')} more were skipped (fc.pre)`] : []),
  ...(interrupted ? ['interrupted by fast-check'] : []),
]
