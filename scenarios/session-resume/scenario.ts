// Scenario: a client comes back to its session while the gateway is still busy with the connection that it lost.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  callers,
  type Execution,
  emptied,
  noLeaks,
  ownResponse,
  scenario,
  subjectErrors,
  type Verdict,
} from '../../harness/index.js'
import { type Observed, openHouse, shutDown, visiting } from '../session-gateway/house.js'
import { finalizedOnce, rowsKept } from '../session-gateway/oracles.js'
import { store } from '../session-gateway/surroundings.js'
import { VISITS } from './visits.js'

const leftIn = ({ observed }: Execution) => (observed as Observed | undefined)?.left ?? []

/** The gateway believes that its client is still there. */
const neverNoticed = (_: Verdict, execution: Execution): boolean => leftIn(execution).some(({ state }) => state !== 'parked')

export default scenario({
  name: 'session-resume',
  story: 'A session is resumed, and what the gateway still does about the old connection takes it away again.',
  dispatcher: store,
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 1 },
    operations: {
      come_back: (token, draw) => ({ text: token, afterMs: 19_985 + (draw % 2) * 15 }),
      reconnect: (token) => ({ text: token, afterMs: 0 }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'snapshot-funnel': () => import('./snapshot-funnel.js'),
    'one-shot-reaper': () => import('./one-shot-reaper.js'),
    'keep-alive-only': () => import('./keep-alive-only.js'),
    'pings-only': () => import('./pings-only.js'),
    fixed: () => import('./fixed.js'),
  },
  open: openHouse,
  perform: visiting(VISITS),
  /** By then every grace time is over, though it had to be noticed first that a client was gone. */
  async observe(house, surroundings) {
    await sleep(90_000)
    const left = house.list()
    return { left, ...(await shutDown(house, surroundings)) }
  },
  close: (house) => house.close(),
  oracles: [
    rowsKept(),
    finalizedOnce(),
    emptied({
      name: 'reaped',
      tables: (execution) => ({ 'the gateway': leftIn(execution).map(({ id, state }) => `${id} (${state})`) }),
    }),
    ownResponse(),
    noLeaks(),
    subjectErrors(),
  ],
  expect: {
    faulty: 'no-use-after-close',
    'snapshot-funnel': 'own-response',
    'one-shot-reaper': 'reaped',
    'keep-alive-only': 'reaped',
    'pings-only': 'reaped',
    fixed: 'pass',
  },
  races: [
    {
      id: 'ended-after-reopen',
      oracle: 'no-use-after-close',
      says: 'a session is opened again from its row, which the old teardown then ends',
    },
    {
      id: 'parked-after-resume',
      oracle: 'own-response',
      says: 'a session that was resumed is parked with the old connection, and reaped',
    },
    {
      id: 'never-noticed',
      oracle: 'reaped',
      shows: neverNoticed,
      says: 'a client vanishes without closing its connection, and its session is kept for it for ever',
    },
    { id: 'never-reaped', oracle: 'reaped', says: 'the reaper comes in the middle of a turn, and never again' },
  ],
})
