// A lock for asynchronous sections: one at a time, in the order in which they were asked for. Not re-entrant.
import { createLocks } from '../support/locks.js'

export interface Lock {
  /** Runs `section` once all that were asked for earlier are over; settles as it does. */
  run<T>(section: () => T | Promise<T>): Promise<T>
}

export const createLock = (): Lock => {
  const locks = createLocks()
  return { run: (section) => locks.alone('', section) }
}
