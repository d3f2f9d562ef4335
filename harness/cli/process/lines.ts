// Whole lines out of chunks.

/** Calls `line` for every complete line; what is left at the end was cut off by a death and is dropped. */
export const splitLines = (line: (text: string) => void): ((chunk: Uint8Array) => void) => {
  const decoder = new TextDecoder()
  let parts: string[] = []
  return (chunk) => {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n')
    for (const piece of pieces.slice(0, -1)) {
      line(parts.join('') + piece)
      parts = []
    }
    parts.push(pieces[pieces.length - 1] as string)
  }
}
