// Strategy: the calmest schedule, then every schedule that differs from it in one choice.
import type { Answer } from '../core/execution.js'
import { calm, followSteps, type Policy } from '../core/policy.js'
import { below, stream } from '../core/random.js'
import type { Claim, Strategy, Summary } from './strategy.js'

const SALT = 0x64657631

interface Single {
  readonly step: number
  readonly index: number
}

export interface DeviationsOptions {
  /** So many are tried. Default: all. */
  readonly atMost?: number
  /** How many times so many come before: they are tried by others. Default 0. */
  readonly skip?: number
}

/**
 * All single deviations, learnt from the answers of the first execution: one for each option that was not taken. `atMost`
 * bounds how many are tried; then they are drawn without repetition, so that other workloads try others. Default: all, in order.
 */
export const deviations = (options: DeviationsOptions = {}): Strategy => ({
  name: 'deviations',
  draws: false,
  series: (seed) => {
    let singles: Single[] | null = null
    let total = 0
    let tried = 0
    let incomplete = false
    const plan = ({ answers }: Summary): void => {
      const all = answers.flatMap(singlesOf)
      total = all.length
      const { atMost = total, skip = 0 } = options
      const before = skip * atMost
      const those = atMost < total ? drawSome(all, Math.min(total, before + atMost), stream(seed, SALT)) : all
      singles = those.slice(before)
    }
    return {
      next: () => {
        if (singles === null) return calm
        const single = singles[tried]
        if (single === undefined) return null
        tried++
        return followSteps([single])
      },
      learn: (summary) => {
        if (singles === null && isCalm(summary.policy)) plan(summary)
        incomplete ||= summary.incomplete
      },
      claim: () => claimOf(tried, total, singles !== null && !incomplete),
    }
  },
})

const singlesOf = ({ step, count }: Answer): Single[] => Array.from({ length: count - 1 }, (_, i) => ({ step, index: i + 1 }))

const isCalm = ({ pick, deviations }: Policy): boolean => pick === 'first' && deviations.length === 0

/** The first `count` of a drawn order. */
const drawSome = (all: readonly Single[], count: number, draw: () => number): Single[] => {
  const left = [...all]
  return Array.from({ length: count }, () => {
    const index = below(draw(), left.length)
    const drawn = left[index] as Single
    left[index] = left[left.length - 1] as Single
    left.pop()
    return drawn
  })
}

const claimOf = (tried: number, total: number, sound: boolean): Claim => {
  const complete = sound && tried === total
  const what = `${tried.toLocaleString('en')} of ${total.toLocaleString('en')} single deviations from the calmest schedule`
  return { complete, sentence: complete ? `all ${total.toLocaleString('en')} single deviations from the calmest schedule` : what }
}
