// Locks by name: what is asked for under one name runs one after the other.

export interface Locks {
  /** Runs `work` once everything that was asked for earlier under `name` is over. Not re-entrant. */
  alone<T>(name: string, work: () => T | Promise<T>): Promise<T>
}

export const createLocks = (): Locks => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    alone(name, work) {
      const turn = (tails.get(name) ?? Promise.resolve()).then(work)
      const tail = turn.then(
        () => {},
        () => {},
      )
      tails.set(name, tail)
      void tail.then(() => {
        if (tails.get(name) === tail) tails.delete(name)
      })
      return turn
    },
  }
}
