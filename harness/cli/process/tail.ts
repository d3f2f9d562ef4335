// The last bytes of a stream, however much runs through it.

export interface Tail {
  push(chunk: Uint8Array): void
  /** Bytes that ran through in all. */
  readonly bytes: number
  /** The last lines, at most `lines`; a line that was cut begins with `...`. */
  lines(lines: number): string[]
}

/** Keeps `most` bytes. */
export const createTail = (most = 16 * 1024): Tail => {
  let kept: Uint8Array[] = []
  let keptBytes = 0
  let bytes = 0
  /** Only now and then, so that a chunk costs no copy of all that is kept. */
  const cut = () => {
    const all = Buffer.concat(kept)
    kept = [all.subarray(all.length - most)]
    keptBytes = most
  }
  return {
    push(chunk) {
      bytes += chunk.length
      kept.push(chunk)
      keptBytes += chunk.length
      if (keptBytes > 2 * most) cut()
    },
    get bytes() {
      return bytes
    },
    lines(lines) {
      if (keptBytes > most) cut()
      const text = new TextDecoder().decode(Buffer.concat(kept))
      const whole = bytes > keptBytes ? `...${text}` : text
      return whole
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .slice(-lines)
    },
  }
}
