// The last of what a process has printed: it may print without end.

export interface LastOutput {
  push(chunk: Uint8Array): void
  /** The last lines, at most `lines`. */
  lines(lines: number): string[]
}

const KEPT = 16 * 1024

export const createLastOutput = (): LastOutput => {
  let kept = Buffer.alloc(0)
  return {
    push: (chunk) => {
      const both = chunk.length >= KEPT ? Buffer.from(chunk) : Buffer.concat([kept, chunk])
      kept = Buffer.from(both.subarray(Math.max(0, both.length - KEPT)))
    },
    lines: (lines) =>
      kept
        .toString('utf8')
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .slice(-lines),
  }
}
