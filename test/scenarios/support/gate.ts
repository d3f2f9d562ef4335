// Something that takes a while, in the hands of a test: whoever asks waits until it is opened.

export interface Gate {
  /** Settles once it is open. */
  readonly wait: () => Promise<void>
  /** Settles once so many wait. */
  reached(count: number): Promise<void>
  /** Lets everybody go on, those too who come later. */
  open(): void
}

export const createGate = (): Gate => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let waiting = 0
  const watchers = new Set<() => void>()
  return {
    wait() {
      waiting++
      for (const watch of watchers) watch()
      return opened
    },
    reached: (count) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (waiting < count) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      }),
    open: () => open(),
  }
}
