// Scenario: a tool client that numbers its request files, over a folder that it shares with the dispatcher.
import { callers, echo, mockDispatcher, noLeaks, ownResponse, rejects, scenario, uniform } from '../../harness/index.js'
import { crossed, wasSent } from '../recognise.js'
import { addressOf, demands, observe, rough } from './twin.js'

const dispatcher = mockDispatcher({
  tools: { terminal: echo(), read_file: echo(), fail: rejects('the tool says no'), format: echo() },
  allow: ['terminal', 'read_file', 'fail'],
  delay: uniform(0, 50),
  service: 'fifo',
  transport: 'file',
})

export default scenario({
  name: 'rpc-file-sequence',
  story: 'The number of a request is read again after an await: by then it is the number of the next one.',
  dispatcher,
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: {
      terminal: (token) => ({ command: `echo ${token}` }),
      read_file: (token) => ({ path: `/tmp/${token}` }),
      fail: (token) => ({ reason: token }),
      format: (token) => ({ disk: token }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'lock-on-increment-only': () => import('./lock-on-increment-only.js'),
    fixed: () => import('./fixed.js'),
  },
  open: ({ connect }, { dispatcher }) => connect(addressOf(dispatcher)),
  // Its shorter timers only say when to look again.
  clientTimeoutMs: 300_000,
  oracles: [ownResponse(), noLeaks()],
  // Whoever claims to be repaired bears more than the race.
  overrides: {
    fixed: { dispatcher: rough(dispatcher), oracles: [ownResponse({ refusalsFail: true }), noLeaks(), ...demands], observe },
  },
  expect: { faulty: 'own-response', 'lock-on-increment-only': 'own-response', fixed: 'pass' },
  races: [
    {
      id: 'wrong-caller',
      oracle: 'own-response',
      shows: crossed,
      says: 'a caller finds the answer to another call under its number',
    },
    {
      id: 'waits-for-ever',
      oracle: 'own-response',
      shows: wasSent,
      says: 'the answer to a call has another number, or is overwritten',
    },
    { id: 'clobbered-request', oracle: 'own-response', says: 'two requests are written to one file' },
  ],
})
