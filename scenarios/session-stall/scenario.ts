// Scenario: one session's agent, its teardown or its resume takes for ever; whoever deals with another session must not notice.
import {
  callers,
  type HistoryEvent,
  noLeaks,
  nonInterference,
  oneOf,
  ownResponse,
  scenario,
  subjectErrors,
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

const inSession = (token: string, draw: number) => ({ text: token, session: `s-${1 + (draw % SESSIONS)}` })

export default scenario<Partial<Parts>, House>({
  name: 'session-stall',
  story:
    'The agent of one session takes for ever, or its teardown or a resume does, and whoever deals with another one waits too.',
  dispatcher: { ...store, delays: { build: oneOf(10, null), commit: oneOf(5, null), read: oneOf(5, null) } },
  callers: callers({
    count: { min: 4, max: 4 },
    each: { min: 1, max: 1 },
    operations: {
      ...{ prompt: inSession, close: inSession, resume: inSession, come_back: inSession },
      create: (token) => ({ text: token }),
    },
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
      shows: (_, { history }) => silent(history) === 'build',
      says: 'a session is made or closed while the agent of another one is built, and waits for it',
    },
    {
      id: 'waits-for-a-resume',
      oracle: 'non-interference',
      shows: (_, { history }) => silent(history) === 'read',
      says: 'a session is resumed while another one is, and waits for it',
    },
    {
      id: 'waits-for-a-teardown',
      oracle: 'non-interference',
      says: 'a session is made or closed while another one is torn down, and waits for it',
    },
  ],
})

/** The request that is answered never. */
const silent = (history: readonly HistoryEvent[]): string | undefined =>
  history.find(({ actor, error }) => actor === 'dispatcher' && error === 'never')?.op
