// Scenario: a tool client in Python that numbers its request files, over a folder that it shares with the dispatcher; its callers are threads.
import {
  callers,
  echo,
  emptied,
  garbles,
  inPython,
  mockDispatcher,
  noLeaks,
  ownResponse,
  rejects,
  scenario,
  uniform,
} from '../../harness/index.js'
import { crossed, wasSent } from '../recognise.js'

const dispatcher = mockDispatcher({
  tools: { terminal: echo(), read_file: echo(), fail: rejects('the tool says no'), format: echo() },
  allow: ['terminal', 'read_file', 'fail'],
  delay: uniform(0, 50),
  service: 'fifo',
  transport: 'file',
})

/** Some answers are wrapped in a string, and one of them is none. */
const rough = mockDispatcher({
  ...dispatcher,
  answersBy: { read_file: 'json-in-string' },
  faults: [garbles({ tool: 'terminal' })],
})

export default scenario({
  name: 'rpc-file-sequence-python',
  story: 'The number of a request is read again once its file is open: by then it is the number of another thread.',
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
  ...inPython(import.meta.url, {
    faulty: 'faulty.py',
    'lock-on-increment-only': 'lock_on_increment_only.py',
    'number-read-outside': 'number_read_outside.py',
    fixed: 'fixed.py',
  }),
  clientTimeoutMs: 10_000,
  oracles: [ownResponse(), noLeaks()],
  // Whoever claims to be repaired bears more than the race.
  overrides: {
    fixed: {
      dispatcher: rough,
      oracles: [
        ownResponse({ refusalsFail: true }),
        noLeaks(),
        emptied({ tables: ({ observed }) => ({ 'the folder': (observed as { readonly left: readonly string[] }).left }) }),
      ],
    },
  },
  expect: {
    faulty: 'own-response',
    'lock-on-increment-only': 'own-response',
    'number-read-outside': 'own-response',
    fixed: 'pass',
  },
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
