// Scenario: the grace time of a session is over while others still deal with it.
import { callers, noLeaks, ownResponse, scenario, subjectErrors } from '../../harness/index.js'
import { openHouse } from '../session-gateway/house.js'
import { finalizedOnce } from '../session-gateway/oracles.js'
import { store } from '../session-gateway/surroundings.js'
import { VISITS, type Visit } from './visits.js'

export default scenario({
  name: 'session-reap',
  story: 'The grace time of a session is over while its client comes back, its worker starts, or the gateway shuts down.',
  dispatcher: store,
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 1 },
    operations: {
      come_back: (token, draw) => ({ text: token, afterMs: 19_970 + (draw % 3) * 20 }),
      hang_up: (token) => ({ text: token, afterMs: 0 }),
      close: (token) => ({ text: token, afterMs: 0 }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'table-lock-only': () => import('./table-lock-only.js'),
    fixed: () => import('../session-gateway/lifecycle.js'),
  },
  open: openHouse,
  perform: (house, { op, input }) => VISITS[op]?.(house, input as unknown as Parameters<Visit>[1]),
  close: (house) => house.close(),
  oracles: [finalizedOnce(), ownResponse(), noLeaks(), subjectErrors()],
  expect: { faulty: 'exactly-once', 'table-lock-only': 'own-response', fixed: 'pass' },
  races: [],
})
