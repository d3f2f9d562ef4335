// Newline-framed JSON over a byte stream: messages come out whole, however the bytes were cut.

const NEWLINE = 0x0a

/** Takes bytes as they arrive and returns the lines that they complete, without their newlines. */
export interface Splitter {
  push(chunk: Uint8Array): string[]
  /** Bytes of a line that has not ended. */
  readonly pending: number
}

/**
 * Lines are decoded only when they are whole, so a character cut in the middle arrives whole too, and a line of a mebibyte that
 * comes byte by byte is copied once. Empty lines are no messages.
 */
export const createSplitter = (): Splitter => {
  let parts: Uint8Array[] = []
  let pending = 0
  const finish = (last: Uint8Array): string => {
    const line = parts.length === 0 ? last : Buffer.concat([...parts, last])
    parts = []
    pending = 0
    return Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8')
  }
  return {
    push(chunk) {
      const lines: string[] = []
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        lines.push(finish(chunk.subarray(from, end)))
        from = end + 1
      }
      if (from < chunk.length) {
        parts.push(chunk.subarray(from))
        pending += chunk.length - from
      }
      return lines.filter((line) => line.trim() !== '')
    },
    get pending() {
      return pending
    },
  }
}

/** One message as bytes: JSON never holds a raw newline, so the newline ends it. */
export const frame = (json: string): Buffer => Buffer.from(`${json}\n`, 'utf8')
