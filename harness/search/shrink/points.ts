// The places of a recorded execution at which one task was chosen among several.
import type { Execution } from '../../core/execution.js'
import { isHold } from '../../core/policy.js'

export interface RunPoint {
  /** Ordinal of the choice point. */
  readonly step: number
  /** Index among the execution's steps of the one that was chosen. */
  readonly at: number
  /** Key of the default option, and the how many-th time that it was the default. */
  readonly key: string
  readonly nth: number
  readonly options: number
  readonly took: number
}

export const runPoints = ({ steps, answers, deviations }: Execution): RunPoint[] => {
  const runs = answers.filter(({ kind }) => kind === 'run')
  const asked = steps.flatMap(({ options }, i) => (options > 1 ? [i] : [])).slice(0, runs.length)
  const others = new Map(deviations.flatMap((change) => (isHold(change) ? [] : [[change.step, change.at] as const])))
  const met = new Map<string, number>()
  return asked.map((at, i): RunPoint => {
    const { step, count, index } = runs[i] as (typeof runs)[number]
    const key = others.get(step) ?? (steps[at] as (typeof steps)[number]).key
    const nth = (met.get(key) ?? 0) + 1
    met.set(key, nth)
    return { step, at, key, nth, options: count, took: index }
  })
}
