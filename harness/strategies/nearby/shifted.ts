// The recorded schedule by step and index, with all that follows some point a few steps later, or earlier.
import { isHold, type Policy } from '../../core/policy.js'

const STEPS_AT_MOST = 12

/** By every distance, from every change on; those before it are kept. */
export function* shifted(policy: Policy): Generator<Policy> {
  const { deviations } = policy
  for (let distance = 1; distance <= STEPS_AT_MOST; distance++) {
    for (const by of [distance, -distance]) {
      for (let from = 0; from < deviations.length; from++) {
        yield {
          ...policy,
          deviations: deviations.map((change, i) =>
            i < from || isHold(change) ? change : { ...change, step: Math.max(0, change.step + by) },
          ),
        }
      }
    }
  }
}
