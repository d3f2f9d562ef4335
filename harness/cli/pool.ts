// Runs jobs, so many at a time; a job may add others.

export interface Pool {
  /** Jobs run in the order in which they were added. They must not reject. */
  add(job: () => Promise<void>): void
  /** Settles when nothing runs and nothing waits. */
  idle(): Promise<void>
}

export const createPool = (most: number): Pool => {
  const waiting: (() => Promise<void>)[] = []
  let running = 0
  let settle: () => void = () => {}
  const next = (): void => {
    while (running < most && waiting.length > 0) void run(waiting.shift() as () => Promise<void>)
    if (running === 0) settle()
  }
  const run = async (job: () => Promise<void>): Promise<void> => {
    running++
    await job()
    running--
    next()
  }
  return {
    add(job) {
      waiting.push(job)
      next()
    },
    idle: () =>
      new Promise((resolve) => {
        settle = resolve
        next()
      }),
  }
}
