// A lock that is handed on in the order in which it was asked for.
export const createMutex = (): { readonly lock: () => Promise<void>; readonly unlock: () => void } => {
  const queue: (() => void)[] = []
  let held = false
  return {
    async lock() {
      if (held) await new Promise<void>((resolve) => queue.push(resolve)) // waits
      held = true
    },
    unlock() {
      held = false
      queue.shift()?.()
    },
  }
}
