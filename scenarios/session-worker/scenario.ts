// Scenario: a session ends while a worker is started for it, for the first time or after a turn.
import { callers, type Execution, noLeaks, ownResponse, scenario, subjectErrors, type Verdict } from '../../harness/index.js'
import { openHouse, shutDown, visiting } from '../session-gateway/house.js'
import { finalizedOnce } from '../session-gateway/oracles.js'
import { store } from '../session-gateway/surroundings.js'
import { VISITS } from './visits.js'

/** Only helpers: whoever stopped the workers has not thought of them. */
const helperLeft = (_: Verdict, { leftovers }: Execution): boolean =>
  leftovers.filter(({ kind }) => kind === 'process').every(({ what }) => what.includes('session-helper'))

export default scenario({
  name: 'session-worker',
  story: 'A worker is started for a session that ends meanwhile: nobody is left who would stop it.',
  dispatcher: store,
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 1 },
    operations: { ask: (token) => ({ text: token }), hang_up: (token) => ({ text: token }) },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'checked-at-start': () => import('./checked-at-start.js'),
    'killed-at-once': () => import('./killed-at-once.js'),
    fixed: () => import('./fixed.js'),
  },
  open: openHouse,
  perform: visiting(VISITS),
  observe: shutDown,
  close: (house) => house.close(),
  oracles: [noLeaks(), finalizedOnce(), ownResponse(), subjectErrors()],
  expect: { faulty: 'leaks', 'checked-at-start': 'leaks', 'killed-at-once': 'leaks', fixed: 'pass' },
  races: [
    {
      id: 'started-for-nobody',
      oracle: 'exactly-once',
      symptom: 'missing',
      says: 'a session ends while its agent and its worker are made: nobody releases the one, nobody stops the other',
    },
    {
      id: 'helper-left',
      oracle: 'leaks',
      symptom: 'process',
      shows: helperLeft,
      says: 'a worker is killed, and could not end what it has started itself',
    },
    {
      id: 'worker-left',
      oracle: 'leaks',
      symptom: 'process',
      says: 'a worker is started for a session that has ended meanwhile',
    },
  ],
})
