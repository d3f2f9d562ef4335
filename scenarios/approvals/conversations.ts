// What is said in a session stays in it: neither saving nor loading nor shortening loses a line of it, or says it twice.
import { type Execution, invariant, type Oracle } from '../../harness/index.js'
import { observedIn } from './judges.js'
import type { Message } from './runs.js'
import { SAID_BEFORE } from './service.js'

/** What a session was seen to hold, in order: before anybody came, at each time that it was saved, and at the end. */
interface State {
  readonly session: string
  readonly lines: readonly string[]
  readonly when: string
}

const linesOf = (messages: readonly Message[]): string[] => messages.flatMap(({ content }) => content.split('\n'))

const statesIn = (execution: Execution): State[] => {
  const before = Object.entries(SAID_BEFORE).map(([session, messages]) => ({ session, messages, when: '' }))
  const saved = execution.history
    .filter(({ actor, type, op }) => actor === 'dispatcher' && type === 'invoke' && op === 'save')
    .map(({ input }) => ({ ...(input as { readonly session: string; readonly messages: readonly Message[] }), when: 'saved' }))
  const atTheEnd = Object.entries(observedIn(execution)?.conversations ?? {})
  const last = atTheEnd.map(([session, messages]) => ({ session, messages, when: 'at the end' }))
  return [...before, ...saved, ...last].map(({ messages, ...state }) => ({ ...state, lines: linesOf(messages) }))
}

export const conversationsKept = (): Oracle =>
  invariant('conversations', (execution) => {
    const known = new Map<string, readonly string[]>()
    const wrong = statesIn(execution).flatMap(({ session, lines, when }) => {
      const lost = (known.get(session) ?? []).find((line) => !lines.includes(line))
      const again = lines.find((line, i) => lines.indexOf(line) < i)
      known.set(session, lines)
      if (lost !== undefined) return [`"${lost}" was said in ${session}, and is not among what is ${when}`]
      return again === undefined ? [] : [`"${again}" was said once in ${session}, and is twice among what is ${when}`]
    })
    return wrong[0] ?? true
  })
