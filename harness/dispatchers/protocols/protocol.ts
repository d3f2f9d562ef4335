// What requests and answers look like on a connection. The desk knows tools and answers; how they are written is none of its business.
import type { Answer, Parsed } from '../messages.js'

export interface Protocol {
  /** One connection's reader and writer: a request may depend on what came before it. */
  open(): ProtocolSession
  /** What is answered to a request for a tool that there is not, or that may not be called. */
  notAvailable(tool: string, allowed: readonly string[]): string
}

export interface ProtocolSession {
  /** Takes bytes as they arrive, gives the requests that they complete. What cannot be read is a problem, never an exception. */
  read(chunk: Uint8Array): readonly Parsed[]
  /** The bytes of the answer to what was read. */
  write(answer: Answer, to: Parsed): Uint8Array
  /** The bytes of what looks like a message to be read, and is none. */
  garbage(): Uint8Array
}
