// The dispatcher's own waiting: every timer that it arms can be called off at once.

export interface Pauses {
  /** Settles after `ms`; never once `cancel` was called. */
  sleep(ms: number): Promise<void>
  cancel(): void
}

export const createPauses = (): Pauses => {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let cancelled = false
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        if (cancelled) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          resolve()
        }, ms)
        timers.add(timer)
      }),
    cancel() {
      cancelled = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
