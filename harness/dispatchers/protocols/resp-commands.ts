// Reads the commands of a Redis client: lists of bulk strings, and lines of words as a person types them.

interface Taken {
  readonly words: readonly string[]
  /** Bytes that the command took. */
  readonly size: number
}

/** Takes bytes as they arrive, gives the commands that they complete; however they were cut. */
export const createCommandReader = (): ((chunk: Uint8Array) => (readonly string[])[]) => {
  let bytes: Buffer = Buffer.alloc(0)
  return (chunk) => {
    bytes = bytes.length === 0 ? Buffer.from(chunk) : Buffer.concat([bytes, chunk])
    const commands: (readonly string[])[] = []
    for (let taken = take(bytes); taken !== null; taken = take(bytes)) {
      commands.push(taken.words)
      bytes = bytes.subarray(taken.size)
    }
    return commands
  }
}

const LIST = 0x2a

const take = (bytes: Buffer): Taken | null => {
  const head = lineAt(bytes, 0)
  if (head === null) return null
  if (bytes[0] === LIST) return takeList(bytes, Number(head.text.slice(1)), head.end)
  return { words: head.text.trim().split(/\s+/), size: head.end }
}

const takeList = (bytes: Buffer, count: number, from: number): Taken | null => {
  const words: string[] = []
  let at = from
  for (let i = 0; i < count; i++) {
    const head = lineAt(bytes, at)
    if (head === null) return null
    const end = head.end + Number(head.text.slice(1))
    if (bytes.length < end + 2) return null
    words.push(bytes.toString('utf8', head.end, end))
    at = end + 2
  }
  return { words, size: at }
}

/** The line that begins there, without its end; `end` is where the next one begins. */
const lineAt = (bytes: Buffer, from: number): { readonly text: string; readonly end: number } | null => {
  const end = bytes.indexOf('\r\n', from)
  return end < 0 ? null : { text: bytes.toString('latin1', from, end), end: end + 2 }
}
