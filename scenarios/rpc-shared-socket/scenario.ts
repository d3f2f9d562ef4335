// Scenario: a tool client on one shared connection whose answers carry no id.
import { join } from 'node:path'
import {
  callers,
  echo,
  mockDispatcher,
  noLeaks,
  ownResponse,
  rejects,
  scenario,
  serialRequests,
  uniform,
} from '../../harness/index.js'
import { crossed, everyCallFailed, wasSent } from '../recognise.js'
import { addressOf } from '../support/address.js'
import { demands, LOG, observe, rough } from './twins.js'

const dispatcher = mockDispatcher({
  tools: { terminal: echo(), read_file: echo(), fail: rejects('the tool says no'), format: echo() },
  allow: ['terminal', 'read_file', 'fail'],
  delay: uniform(50, 100),
  service: 'fifo',
  connections: 'one',
})

export default scenario({
  name: 'rpc-shared-socket',
  story: 'One connection, no request id: whoever reads first takes the answer.',
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
  variants: {
    faulty: () => import('./faulty.js'),
    'lock-on-send-only': () => import('./lock-on-send-only.js'),
    'lock-after-connect': () => import('./lock-after-connect.js'),
    'lock-undeclared': () => import('./lock-undeclared.js'),
    fixed: () => import('./fixed.js'),
    'fixed-by-ids': () => import('./fixed-by-ids.js'),
  },
  open: ({ connect }, { dispatcher, dir }) => ({ connect, ...connect(addressOf(dispatcher), { log: join(dir, LOG) }) }),
  oracles: [ownResponse(), noLeaks(), serialRequests()],
  overrides: {
    // Two requests are outstanding in nearly every schedule of this one; which of them harms a caller is the question.
    faulty: { oracles: [ownResponse(), noLeaks()] },
    // Whoever claims to be repaired bears more than the race.
    fixed: {
      dispatcher: rough(dispatcher, 'fifo'),
      oracles: [ownResponse({ refusalsFail: true }), noLeaks(), serialRequests(), ...demands],
      observe,
    },
    'fixed-by-ids': {
      dispatcher: rough(dispatcher, 'concurrent'),
      oracles: [ownResponse({ refusalsFail: true }), noLeaks(), ...demands],
      observe,
    },
  },
  expect: {
    faulty: 'own-response',
    'lock-on-send-only': 'own-response',
    'lock-after-connect': 'never-settles',
    'lock-undeclared': 'own-response',
    fixed: 'pass',
    'fixed-by-ids': 'pass',
  },
  races: [
    { id: 'swapped-responses', oracle: 'own-response', shows: crossed, says: 'a caller receives the answer to another call' },
    {
      id: 'coalesced-frames',
      oracle: 'own-response',
      shows: wasSent,
      says: 'several answers, or parts of them, are read as one',
    },
    { id: 'lock-missing', oracle: 'own-response', shows: everyCallFailed, says: 'every call throws' },
    { id: 'published-before-connected', oracle: 'own-response', says: 'a caller finds a connection that is not connected yet' },
    { id: 'second-connection', oracle: 'never-settles', says: 'a caller asks on a connection that nobody accepts' },
    { id: 'overlapping-requests', oracle: 'serial-requests', says: 'two requests are outstanding on one connection' },
  ],
})
