// Scenario: the grace time of a session is over while others still deal with it.
import { callers, type Execution, noLeaks, ownResponse, scenario, subjectErrors, type Verdict } from '../../harness/index.js'
import { openHouse, shutDown, visiting } from '../session-gateway/house.js'
import { finalizedOnce } from '../session-gateway/oracles.js'
import { store } from '../session-gateway/surroundings.js'
import { VISITS } from './visits.js'

const workerLeft = (_: Verdict, { leftovers }: Execution): boolean => leftovers.some(({ kind }) => kind === 'process')

export default scenario({
  name: 'session-reap',
  story: 'The grace time of a session is over while its client comes back, its worker starts, or the gateway shuts down.',
  dispatcher: store,
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 1 },
    operations: {
      come_back: (token, draw) => ({ text: token, afterMs: 19_985 + (draw % 2) * 15, closes: false }),
      ask: (token, draw) => ({ text: token, afterMs: 0, closes: draw % 2 === 1 }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'table-lock-only': () => import('./table-lock-only.js'),
    fixed: () => import('../session-gateway/lifecycle.js'),
  },
  open: openHouse,
  perform: visiting(VISITS),
  observe: shutDown,
  close: (house) => house.close(),
  oracles: [finalizedOnce(), ownResponse(), noLeaks(), subjectErrors()],
  expect: { faulty: 'exactly-once', 'table-lock-only': 'own-response', fixed: 'pass' },
  races: [
    {
      id: 'finalized-twice',
      oracle: 'exactly-once',
      symptom: 'twice',
      says: 'two ways to end meet in one session, and both commit and end it',
    },
    {
      id: 'orphaned-worker',
      oracle: 'exactly-once',
      symptom: 'missing',
      shows: workerLeft,
      says: 'a session ends while its worker starts: the start finds no record, and nobody stops the worker',
    },
    {
      id: 'missed-by-shutdown',
      oracle: 'exactly-once',
      symptom: 'missing',
      says: 'a shutdown does not see a session that is just being torn down, and is over before it is',
    },
    { id: 'dead-after-resume', oracle: 'own-response', says: 'a client resumes its session, is told so, and finds it gone' },
    { id: 'left-behind', oracle: 'leaks', symptom: 'process', says: 'a worker outlives its session' },
  ],
})
