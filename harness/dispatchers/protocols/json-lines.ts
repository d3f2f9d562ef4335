// Newline-framed JSON, a message on each line.
import type { DispatcherSpec } from '../../core/dispatcher-spec.js'
import { createSplitter, frame } from '../frames.js'
import { idOf, parseRequest, printAnswer } from '../messages.js'
import type { Protocol } from './protocol.js'

/** `answers`: whether the JSON comes inside a JSON string. */
export const jsonLines = (answers: DispatcherSpec['answers']): Protocol => ({
  open() {
    const splitter = createSplitter()
    return {
      read: (chunk) => splitter.push(chunk).map(parseRequest),
      write: (answer, to) => frame(printAnswer(answer, idOf(to), answers)),
    }
  },
  notAvailable: (tool, allowed) => `tool ${JSON.stringify(tool)} is not available; available: ${allowed.join(', ') || 'none'}`,
})
