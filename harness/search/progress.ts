// Tells a progress line where a search stands, about ten times a second.
import type { Budget } from './budget.js'
import type { SearchOptions } from './options.js'
import type { SearchSubject } from './subject.js'
import type { Tally } from './tally.js'

const EVERY_MS = 100
/** The clock is read once in so many executions. */
const EVERY = 16

interface Watched {
  readonly subject: SearchSubject
  readonly options: SearchOptions
  readonly tally: Tally
  readonly budget: Budget
}

export const createProgress = ({ subject, options, tally, budget }: Watched): (() => void) => {
  const { onProgress } = options
  if (onProgress === undefined) return () => {}
  let lastMs = Number.NEGATIVE_INFINITY
  let calls = 0
  return () => {
    if (calls++ % EVERY !== 0) return
    const ms = budget.elapsedMs()
    if (ms - lastMs < EVERY_MS) return
    lastMs = ms
    const { executions, distinct } = tally
    onProgress({ scenario: subject.id, variant: subject.variant ?? '', executions, distinct, ms, done: budget.done(executions) })
  }
}
