// Scenario: a tool client in Python on one shared connection whose answers carry no id; its callers are threads.
import {
  callers,
  type Execution,
  echo,
  inPython,
  mockDispatcher,
  noLeaks,
  ownResponse,
  rejects,
  scenario,
  serialRequests,
  uniform,
  type Verdict,
} from '../../harness/index.js'
import { crossed, everyCallFailed, wasSent } from '../recognise.js'

/** Whoever asks on a connection that nobody accepts fails only by its time-out. */
const failedAtOnce = (verdict: Verdict, execution: Execution): boolean =>
  everyCallFailed(verdict, execution) && execution.history.every(({ atMs }) => atMs < 1000)

const dispatcher = mockDispatcher({
  tools: { terminal: echo(), read_file: echo(), fail: rejects('the tool says no'), format: echo() },
  allow: ['terminal', 'read_file', 'fail'],
  delay: uniform(50, 100),
  service: 'fifo',
  transport: 'uds',
  connections: 'one',
})

export default scenario({
  name: 'rpc-shared-socket-python',
  story: 'One connection, no request id, two threads: whoever reads first takes the answer.',
  dispatcher,
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: {
      terminal: (token) => ({ command: `echo ${token}` }),
      read_file: (token) => ({ path: `/tmp/${token}` }),
      fail: (token) => ({ reason: token }),
      format: (token) => ({ disk: token }),
    },
  }),
  ...inPython(import.meta.url, {
    faulty: 'faulty.py',
    'lock-on-send-only': 'lock_on_send_only.py',
    'lock-after-connect': 'lock_after_connect.py',
    'published-early': 'published_early.py',
    'lock-undeclared': 'lock_undeclared.py',
    fixed: 'fixed.py',
  }),
  oracles: [ownResponse(), noLeaks(), serialRequests()],
  overrides: {
    // Two requests are outstanding in nearly every schedule of this one; which of them harms a caller is the question.
    faulty: { oracles: [ownResponse(), noLeaks()] },
  },
  expect: {
    faulty: 'own-response',
    'lock-on-send-only': 'own-response',
    'lock-after-connect': 'own-response',
    'published-early': 'own-response',
    'lock-undeclared': 'own-response',
    fixed: 'pass',
  },
  races: [
    { id: 'swapped-responses', oracle: 'own-response', shows: crossed, says: 'a caller receives the answer to another call' },
    {
      id: 'coalesced-frames',
      oracle: 'own-response',
      shows: wasSent,
      says: 'several answers, or parts of them, are read as one',
    },
    { id: 'lock-missing', oracle: 'own-response', shows: failedAtOnce, says: 'every call raises' },
    {
      id: 'second-connection',
      oracle: 'own-response',
      says: 'a caller asks on a connection that nobody accepts, or that is not there yet',
    },
    { id: 'overlapping-requests', oracle: 'serial-requests', says: 'two requests are outstanding on one connection' },
  ],
})
