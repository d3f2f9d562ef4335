// Pass: fewer changes, by delta debugging (Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", TSE 2002).
import type { Candidate } from './pass.js'

/** Nothing, then all but a half, a quarter, ... down to all but one. */
export function* withoutSome(changes: Candidate): Generator<Candidate> {
  const { length } = changes
  if (length === 0) return
  if (length > 1) yield []
  for (let size = Math.ceil(length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // The last ones first: what came after the failure's cause is what most often does not matter.
    for (let start = length - size; start > -size; start -= size)
      yield changes.toSpliced(Math.max(0, start), size + Math.min(0, start))
  }
}
