// Scenario: one session's agent, its teardown or its resume takes for ever; whoever deals with another session must not notice.
import {
  callers,
  type Execution,
  type HistoryEvent,
  noLeaks,
  nonInterference,
  oneOf,
  ownResponse,
  scenario,
  subjectErrors,
  type Verdict,
} from '../../harness/index.js'
import type { Parts } from '../session-gateway/gateway.js'
import { type House, openSettled, shutDown, visiting } from '../session-gateway/house.js'
import { finalizedOnce } from '../session-gateway/oracles.js'
import { store } from '../session-gateway/surroundings.js'
import { VISITS } from './visits.js'

const SESSIONS = 3

/** Whoever makes a session has to do with none of those that are there. */
const partOf = ({ actor, op, input }: HistoryEvent): string | null => {
  const { session } = (input ?? {}) as { readonly session?: string }
  return session ?? (op === 'create' || (actor === 'dispatcher' && op === 'open') ? 'a new session' : null)
}

/** Whoever is held up has asked for a session whose row has not been read since. */
const isBeforeItsRow = ({ events = [] }: Verdict, { history }: Execution): boolean => {
  const heldUp = history.find(({ n }) => n === events[0])
  if (heldUp === undefined || !['ask', 'resume'].includes(heldUp.op)) return false
  return !history.some(({ n, op, input }) => op === 'read' && n > heldUp.n && partOf({ ...heldUp, input }) === partOf(heldUp))
}

const inSession = (token: string, draw: number) => ({ text: token, session: `s-${1 + (draw % SESSIONS)}` })

export default scenario<Partial<Parts>, House>({
  name: 'session-stall',
  story:
    'The agent of one session takes for ever, or its teardown or a resume does, and whoever deals with another one waits too.',
  dispatcher: { ...store, delays: { build: oneOf(10, null), commit: oneOf(5, null), read: oneOf(5, null) } },
  callers: callers({
    count: { min: 4, max: 6 },
    each: { min: 1, max: 1 },
    operations: { ask: inSession, close: inSession, resume: inSession, create: (token) => ({ text: token }) },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'teardown-under-lock': () => import('./teardown-under-lock.js'),
    'one-resume-lock': () => import('./one-resume-lock.js'),
    fixed: () => import('../session-gateway/lifecycle.js'),
  },
  open: (variant, surroundings) => openSettled(variant, surroundings, SESSIONS),
  perform: visiting(VISITS),
  observe: shutDown,
  close: (house) => house.close(),
  oracles: [nonInterference({ part: partOf }), finalizedOnce(), ownResponse(), noLeaks(), subjectErrors()],
  expect: {
    faulty: 'non-interference',
    'teardown-under-lock': 'non-interference',
    'one-resume-lock': 'non-interference',
    fixed: 'pass',
  },
  races: [
    {
      id: 'waits-for-a-build',
      oracle: 'non-interference',
      shows: (_, { history }) => firstNever(history) === 'build',
      says: 'a session is made or closed while the agent of another one is built, and waits for it',
    },
    {
      id: 'waits-for-a-resume',
      oracle: 'non-interference',
      shows: isBeforeItsRow,
      says: 'a session is resumed while another one is, and waits for it',
    },
    {
      id: 'waits-for-a-teardown',
      oracle: 'non-interference',
      says: 'a session is made or closed while another one is torn down, and waits for it',
    },
  ],
})

/** What is answered never, of what is asked for under the table's lock. */
const firstNever = (history: readonly HistoryEvent[]): string | undefined =>
  history.find(({ actor, op, error }) => actor === 'dispatcher' && op !== 'read' && error === 'never')?.op
