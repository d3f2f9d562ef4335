// So many jobs at a time, over everything that a command does: whole searches first, then help for those that are under way.

export type Job = () => Promise<void>

export interface Seats {
  /** Jobs run in the order in which they were added; a job may add others. They must not reject. */
  add(job: Job): void
  /** The same for a job that comes to something. */
  inOne<T>(job: () => Promise<T>): Promise<T>
  /** Asked for a job whenever a seat is free and nothing waits, those that came first before others; `null`: nothing to help with. Returns the undo. */
  addHelp(help: () => Job | null): () => void
  /** Somebody may have something to help with now. */
  wake(): void
  /** Settles when nothing runs and nothing waits. */
  idle(): Promise<void>
}

export const createSeats = (most: number): Seats => {
  const waiting: Job[] = []
  const helps = new Set<() => Job | null>()
  let running = 0
  let settle: () => void = () => {}

  const firstHelp = (): Job | null => {
    for (const help of helps) {
      const job = help()
      if (job !== null) return job
    }
    return null
  }
  const next = (): void => {
    while (running < most) {
      const job = waiting.shift() ?? firstHelp()
      if (job === null) break
      void run(job)
    }
    if (running === 0) settle()
  }
  const run = async (job: Job): Promise<void> => {
    running++
    await job()
    running--
    next()
  }
  const add = (job: Job): void => {
    waiting.push(job)
    next()
  }
  return {
    add,
    inOne: (job) =>
      new Promise((resolve, reject) => {
        add(() => job().then(resolve, reject))
      }),
    addHelp(help) {
      helps.add(help)
      next()
      return () => void helps.delete(help)
    },
    wake: next,
    idle: () =>
      new Promise((resolve) => {
        settle = resolve
        next()
      }),
  }
}
