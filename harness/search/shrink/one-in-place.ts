// Pass: one change in the place of two or more.
import type { Execution } from '../../core/execution.js'
import type { Change } from '../../core/policy.js'
import { type Candidate, shown, type Trial } from './pass.js'
import { runPoints } from './points.js'
import { overtaken } from './slow-tasks.js'

/** Single changes that are tried on one base, beside those that the failing execution suggests. */
const SWEEP_AT_MOST = 240
/** The part of what is left that one sweep may take. */
const PART = 4
/** With more changes than these, only all of them at once are replaced. */
const SUBSETS_UP_TO = 4

/**
 * Keeps none of the changes, then one, ... up to all but two, and puts one other change in the place of the rest: first the holds that
 * the failing execution suggests, then whatever can happen in the execution of what is kept, as far as the allowance goes.
 */
export async function* oneInPlace(best: Candidate, trial: Trial): AsyncGenerator<Candidate> {
  const seen = best.length < 2 ? null : await shown(best, trial)
  if (seen === null) return
  const { changes, execution } = seen
  for (const kept of subsets(changes)) {
    for (const hold of overtaken(execution)) yield [...kept, hold]
    const base = await trial.look(kept)
    if (base === null) return
    let most = Math.min(SWEEP_AT_MOST, Math.floor(trial.left / PART))
    for await (const change of everyChange(kept, base, trial)) {
      if (most-- <= 0) break
      yield [...kept, change]
    }
  }
}

/** Those with two changes less or fewer, the smallest first. */
function* subsets(changes: Candidate): Generator<Candidate> {
  yield []
  if (changes.length > SUBSETS_UP_TO) return
  for (let size = 1; size <= changes.length - 2; size++) yield* ofSize(changes, size)
}

function* ofSize(changes: Candidate, size: number): Generator<Candidate> {
  if (size === 0) yield []
  else
    for (let i = 0; i <= changes.length - size; i++)
      for (const rest of ofSize(changes.slice(i + 1), size - 1)) yield [changes[i] as Change, ...rest]
}

/** All holds to the last; all deviations; then all holds until some other task, as they come. */
async function* everyChange(kept: Candidate, base: Execution, trial: Trial): AsyncGenerator<Change> {
  const keys = [...new Set(runPoints(base).flatMap(({ at }) => base.steps[at]?.key ?? []))]
  for (const hold of keys) yield { hold, until: 'last' }
  for (const { step, count, index: took } of base.answers) {
    for (let index = 1; index < count; index++) if (index !== took) yield { at: '', nth: 0, step, take: '', index }
  }
  for (const hold of keys) {
    const held = await trial.look([...kept, { hold, until: 'last' }])
    if (held === null) return
    const from = held.steps.findIndex(({ key }) => key === hold)
    // Until what runs right before it is to the last.
    for (const { key: until } of held.steps.slice(0, Math.max(0, from - 1))) yield { hold, until }
  }
}
