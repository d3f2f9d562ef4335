// A lock for asynchronous sections: one at a time, in the order in which they were asked for. Not re-entrant.

export interface Lock {
  /** Runs `section` once all that were asked for earlier are over; settles as it does. */
  run<T>(section: () => T | Promise<T>): Promise<T>
}

export const createLock = (): Lock => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (section) => {
      const turn = last.then(section)
      last = turn.catch(() => {})
      return turn
    },
  }
}
