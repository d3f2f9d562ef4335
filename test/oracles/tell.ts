// Writes small histories as a story, one event a line, so that a bad history and its repaired twin read side by side.
import type { End, EndKind, Execution, Leftover } from '../../harness/core/execution.js'
import { DISPATCHER, type EventFacts, type HistoryEvent } from '../../harness/core/history.js'

/** What an execution has besides its story. */
export interface Rest {
  readonly end?: EndKind | End
  readonly leftovers?: readonly Leftover[]
  /** Announce the tokens, as the harness's own callers do. Default true. */
  readonly announced?: boolean
}

/**
 * Lines of a story:
 *
 *     ann calls TAG-1               ann's operation `echo` begins
 *     dispatcher takes TAG-1        ... on c2        (connection; c1 where none is named)
 *     dispatcher answers TAG-1      ... with "text"  (the output; the arguments where none is given)
 *     dispatcher refuses TAG-1      ... with text    (the error)
 *     dispatcher loses TAG-1        ... by drop      (an injected fault, or `connection closed`)
 *     ann gets TAG-1                any JSON, or plain text
 *     ann fails text
 *     ann gives up
 */
export const tell = (story: string, rest: Rest = {}): Execution => execution(historyOf(story, rest.announced ?? true), rest)

export const execution = (history: readonly HistoryEvent[], { end = 'completed', leftovers = [] }: Rest = {}): Execution => ({
  format: 1,
  end: typeof end === 'string' ? { kind: end, message: '' } : end,
  history,
  leftovers,
  escapes: [],
  deviations: [],
  steps: [],
  answers: [],
  unmet: [],
  stats: { steps: history.length, atMs: history.length, stepsByActor: {}, nativeUncontrolled: false },
  traceHash: 0,
  model: 'test',
})

export const leftover = (kind: Leftover['kind'], what: string, actor = 'ann', referenced = true): Leftover => ({
  kind,
  what,
  actor,
  referenced,
})

const LINE = /^(\S+) (calls|takes|answers|refuses|loses|gets|fails|gives)\s*(.*)$/

/** What was begun under a name and not ended yet: by callers their names, by the dispatcher the tokens of requests. */
type Open = Map<string, { readonly call: number; readonly connection: string }>

const historyOf = (story: string, announced: boolean): HistoryEvent[] => {
  const open: Open = new Map()
  return story
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, n) => {
      const [, actor = '', verb = '', text = ''] = LINE.exec(line) ?? []
      if (verb === '') throw new Error(`no line of a story: ${line}`)
      const facts =
        actor === DISPATCHER ? dispatcherEvent(open, n, verb, text) : callerEvent(open, n, actor, verb, text, announced)
      return { n, atMs: n, step: n, ...facts }
    })
}

const callerEvent = (open: Open, n: number, actor: string, verb: string, text: string, announced: boolean): EventFacts => {
  if (verb === 'calls') open.set(actor, { call: n, connection: '' })
  const facts = { actor, call: open.get(actor)?.call ?? -1, op: 'echo' }
  switch (verb) {
    case 'calls':
      return { ...facts, type: 'invoke', input: { command: `echo ${text}` }, ...(announced ? { token: text } : {}) }
    case 'gets':
      return { ...facts, type: 'ok', output: parsed(text) }
    case 'fails':
      return { ...facts, type: 'fail', error: text }
    default:
      return { ...facts, type: 'info', error: text.replace(/^up ?/, '') }
  }
}

const dispatcherEvent = (open: Open, n: number, verb: string, text: string): EventFacts => {
  const [, token = '', rest = ''] = /^(\S+)(?: (?:on|with|by) (.*))?$/.exec(text) ?? []
  if (verb === 'takes') open.set(`request ${token}`, { call: n, connection: rest === '' ? 'c1' : rest })
  const { call, connection } = open.get(`request ${token}`) ?? { call: -1, connection: '' }
  const facts = { actor: DISPATCHER, call, op: 'echo', via: { connection, message: call } }
  const args = { command: `echo ${token}` }
  switch (verb) {
    case 'takes':
      return { ...facts, type: 'invoke', input: args }
    case 'answers':
      return { ...facts, type: 'ok', output: rest === '' ? args : parsed(rest) }
    case 'refuses':
      return { ...facts, type: 'fail', error: rest === '' ? 'the tool says no' : rest }
    default:
      return { ...facts, type: 'info', error: rest === '' ? 'drop' : rest }
  }
}

const parsed = (text: string): unknown => {
  if (text === 'nothing') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
