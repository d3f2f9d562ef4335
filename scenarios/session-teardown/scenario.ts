// Scenario: two ways to end meet in one session.
import { callers, noLeaks, ownResponse, scenario, subjectErrors } from '../../harness/index.js'
import type { Parts } from '../session-gateway/gateway.js'
import { type House, openHouse, shutDown, visiting } from '../session-gateway/house.js'
import { finalizedOnce } from '../session-gateway/oracles.js'
import { store } from '../session-gateway/surroundings.js'
import { VISITS } from './visits.js'

export default scenario<Partial<Parts>, House>({
  name: 'session-teardown',
  story: 'A session is closed, loses its connection, is reaped and shut down: it must end once, and not in the middle of a turn.',
  dispatcher: store,
  callers: callers({
    count: { min: 2, max: 2 },
    each: { min: 1, max: 1 },
    operations: { close: (token) => ({ text: token }), ask: (token) => ({ text: token }) },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'funnel-under-lock': () => import('./funnel-under-lock.js'),
    'reaps-in-a-turn': () => import('./reaps-in-a-turn.js'),
    'agent-forgotten': () => import('./agent-forgotten.js'),
    fixed: () => import('../session-gateway/lifecycle.js'),
  },
  /** Whoever is idle for longer than a grace time is reaped, at 20 s or at 40 s. */
  open: (variant, surroundings) => openHouse(variant, surroundings, { SESSION_IDLE_S: '25', SESSION_SWEEP_S: '20' }),
  perform: visiting(VISITS),
  observe: shutDown,
  close: (house) => house.close(),
  oracles: [finalizedOnce(), ownResponse(), noLeaks(), subjectErrors()],
  expect: {
    faulty: 'exactly-once',
    'funnel-under-lock': 'never-settles',
    'reaps-in-a-turn': 'own-response',
    'agent-forgotten': 'exactly-once',
    fixed: 'pass',
  },
  races: [
    {
      id: 'ended-twice',
      oracle: 'exactly-once',
      symptom: 'twice',
      says: 'two ways to end meet in one session, and both tear it down',
    },
    {
      id: 'agent-left',
      oracle: 'exactly-once',
      symptom: 'missing',
      says: 'a session is closed while its agent is built, which nobody releases',
    },
    { id: 'ended-in-a-turn', oracle: 'own-response', says: 'a session is reaped though it has accepted a prompt' },
    { id: 'waits-for-itself', oracle: 'never-settles', says: 'a teardown waits for the lock that its shutdown holds' },
  ],
})
