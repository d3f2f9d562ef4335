// What the scenarios of the gateway judge by: the store saw every session and every agent come, and must see each of them go, once.
import { type Done, type Execution, exactlyOnce, noUseAfterClose, type Oracle, type Touch } from '../../harness/index.js'
import type { Observed } from './house.js'

const FINALS = ['commit', 'end', 'release']

/** `session s-1` of `{ session: 's-1' }`, `agent agent-1` of `{ agent: 'agent-1' }`. */
const subjectOf = (input: unknown): string => {
  const { session, agent } = input as { readonly session?: string; readonly agent?: string }
  return session === undefined ? `${agent}` : `session ${session}`
}

interface Served {
  readonly n: number
  readonly op: string
  readonly of: string
  readonly atMs: number
}

/** What the store has done, in order; a session that was opened again from its row has another life. */
const served = ({ history }: Execution): Served[] => {
  const asked = new Map(history.map((event) => [event.type === 'invoke' ? event.call : -1, event]))
  const lives = new Map<string, number>()
  return history.flatMap(({ n, actor, type, op, call, atMs, output }) => {
    if (actor !== 'dispatcher' || type !== 'ok') return []
    const of = op === 'open' ? `session ${output}` : op === 'build' ? `${output}` : subjectOf(asked.get(call)?.input)
    if (op === 'reopen') lives.set(of, (lives.get(of) ?? 1) + 1)
    return [{ n, op, of: lives.has(of) ? `${of} (life ${lives.get(of)})` : of, atMs }]
  })
}

const done = (execution: Execution): Done[] => {
  const { shutDownMs = Number.POSITIVE_INFINITY } = (execution.observed ?? {}) as Partial<Observed>
  return served(execution).flatMap(({ n, op, of, atMs }) =>
    FINALS.includes(op) && atMs <= shutDownMs ? { key: `${op} of ${of}`, event: n } : [],
  )
}

const due = (execution: Execution): string[] =>
  served(execution).flatMap(({ op, of }) => {
    if (op === 'open' || op === 'reopen') return [`commit of ${of}`, `end of ${of}`]
    return op === 'build' ? `release of ${of}` : []
  })

/** Sessions are committed and ended, agents released, each exactly once, and before the gateway says that it is shut down. */
export const finalizedOnce = (): Oracle => exactlyOnce({ done, due })

/** A row is not used once its session has ended, unless it is opened again. */
export const rowsKept = (): Oracle =>
  noUseAfterClose({
    touches: ({ history }) =>
      history.flatMap(({ n, actor, type, op, input }) => {
        const touch = TOUCHES[op]
        if (actor !== 'dispatcher' || type !== 'invoke' || touch === undefined) return []
        return { key: `the row of ${subjectOf(input)}`, type: touch, what: op, event: n }
      }),
  })

const TOUCHES: Readonly<Record<string, Touch['type']>> = { reopen: 'open', read: 'use', commit: 'use', end: 'close' }
