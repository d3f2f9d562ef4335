// What the small bugs share.
import type { RaceBody } from '../../../harness/hosts/race-subject.js'

export const ensure = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise)
}

/** One task that must come after so many of another caller's. */
export const lateStep =
  (steps: number): RaceBody =>
  async ({ together, pause }) => {
    let done = false
    await together(
      async () => {
        await pause('write')
        done = true
      },
      async () => {
        for (let i = 0; i < steps; i++) await pause('read')
        ensure(done, 'it was read before it was written')
      },
    )
  }
