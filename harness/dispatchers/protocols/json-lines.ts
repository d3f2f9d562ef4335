// Newline-framed JSON, a message on each line.
import { createSplitter, frame } from '../frames.js'
import { type AnswerForms, formOf, GARBAGE, idOf, parseRequest, printAnswer } from '../messages.js'
import type { Protocol } from './protocol.js'

/** `forms`: whether the JSON comes inside a JSON string. */
export const jsonLines = (forms: AnswerForms): Protocol => ({
  open() {
    const splitter = createSplitter()
    return {
      read: (chunk) => splitter.push(chunk).map(parseRequest),
      write: (answer, to) => frame(printAnswer(answer, idOf(to), formOf(to, forms))),
      garbage: () => frame(GARBAGE),
    }
  },
  notAvailable: (tool, allowed) => `tool ${JSON.stringify(tool)} is not available; available: ${allowed.join(', ') || 'none'}`,
})
