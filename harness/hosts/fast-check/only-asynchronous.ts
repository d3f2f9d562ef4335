// Refuses a synchronous property: fast-check's runner would take the promise of a run for its failure.
import { HarnessError } from '../../core/errors.js'
import type { Assessment, Details } from './assessment.js'

/** The same, but that `complete` throws `BAD_OPTION` at once where nobody has waited for what `run` returned. */
export const onlyAsynchronous = ({ run, complete }: Assessment) => {
  let begun = false
  let awaited = false
  let refused = false
  return {
    async run(...args: Parameters<Assessment['run']>) {
      begun = true
      await null
      awaited = true
      return refused ? null : run(...args)
    },
    complete(details: Details): Promise<void> | undefined {
      refused = begun && !awaited
      if (refused) throw synchronous()
      return begun ? complete(details) : undefined
    },
  }
}

const synchronous = (): HarnessError =>
  new HarnessError('BAD_OPTION', 'race() was given to a synchronous property, in which nothing can overlap', {
    found: 'fc.property',
    expected: 'fc.asyncProperty',
  })
