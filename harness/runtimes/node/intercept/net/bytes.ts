// Bytes as they cross from one socket to another: copied, so that neither side can touch what the other one holds.

/** Encodings by which Node's handles take strings. */
export type Encoding = 'utf8' | 'latin1' | 'utf16le'

export const encoded = (text: string, encoding: Encoding): Uint8Array => new Uint8Array(Buffer.from(text, encoding))

/** As from the operating system: memory of its own, with nothing before or behind the bytes. */
export const memoryOf = (bytes: Uint8Array): ArrayBufferLike =>
  bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer

/** One after the other. */
export const joined = (chunks: readonly Uint8Array[]): Uint8Array => {
  let length = 0
  for (const chunk of chunks) length += chunk.length
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Chunk, encoding, chunk, encoding ... as Node passes them where not all are buffers. */
export const decoded = (chunks: readonly unknown[]): Uint8Array[] => {
  const buffers: Uint8Array[] = []
  for (let i = 0; i < chunks.length; i += 2) {
    const chunk = chunks[i]
    buffers.push(typeof chunk === 'string' ? Buffer.from(chunk, chunks[i + 1] as BufferEncoding) : (chunk as Uint8Array))
  }
  return buffers
}
