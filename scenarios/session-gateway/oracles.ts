// What the scenarios of the gateway judge by: the store saw every session and every agent come, and must see each of them go, once.
import { type Execution, exactlyOnce, type HistoryEvent, type Oracle } from '../../harness/index.js'

const FINALS = ['commit', 'end', 'release']

const requests = ({ history }: Execution): HistoryEvent[] =>
  history.filter(({ actor, type }) => actor === 'dispatcher' && type === 'invoke')

/** `s-1` of `{ session: 's-1' }`, `agent-1` of `{ agent: 'agent-1' }`. */
const subjectOf = ({ input }: HistoryEvent): string => {
  const { session, agent } = input as { readonly session?: string; readonly agent?: string }
  return session === undefined ? `agent ${agent}` : `session ${session}`
}

/** Sessions are committed and ended, agents released, each exactly once. */
export const finalizedOnce = (): Oracle =>
  exactlyOnce({
    done: (execution) =>
      requests(execution).flatMap((event) =>
        FINALS.includes(event.op) ? { key: `${event.op} of ${subjectOf(event)}`, event: event.n } : [],
      ),
    due: ({ history }) =>
      history.flatMap(({ actor, type, op, output }) => {
        if (actor !== 'dispatcher' || type !== 'ok') return []
        if (op === 'open') return [`commit of session ${output}`, `end of session ${output}`]
        return op === 'build' ? `release of agent ${output}` : []
      }),
  })
