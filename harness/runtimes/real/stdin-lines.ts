// What comes on stdin, line by line: first what a process is to know before it starts, then messages for as long as it runs.
import { createInterface } from 'node:readline'

export interface StdinLines {
  /** The next line; `null` where stdin has ended before one. */
  next(): Promise<string | null>
  /** From now on every line goes to `listener`, those first that came already. */
  each(listener: (line: string) => void): void
  close(): void
}

export const readStdinLines = (): StdinLines => {
  const reader = createInterface({ input: process.stdin })
  const early: string[] = []
  let listener: ((line: string) => void) | null = null
  let waiting: ((line: string | null) => void) | null = null
  let ended = false
  const hand = (line: string | null): void => {
    const settle = waiting
    waiting = null
    settle?.(line)
  }
  reader.on('line', (line) => {
    if (listener !== null) listener(line)
    else if (waiting !== null) hand(line)
    else early.push(line)
  })
  reader.on('close', () => {
    ended = true
    hand(null)
  })
  return {
    next: () => {
      const line = early.shift()
      if (line !== undefined || ended) return Promise.resolve(line ?? null)
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    each(listen) {
      listener = listen
      for (const line of early.splice(0)) listen(line)
    },
    close: () => reader.close(),
  }
}
