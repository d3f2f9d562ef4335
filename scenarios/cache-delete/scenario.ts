// Scenario: a session cache in which sessions are deleted while the writer in the background still has to do with them.
import { callers, noLeaks, oneOf, scenario, uniform } from '../../harness/index.js'
import {
  everyMessageStoredOnce,
  everySessionIsKnown,
  keysApart,
  nobodyIsRefused,
  noMessageComesBack,
  oneSessionPerKey,
} from '../session-cache/oracles.js'
import { close, keyBy, observe, openScene, perform } from '../session-cache/scene.js'
import { store } from '../session-cache/store.js'

export default scenario({
  name: 'cache-delete',
  story: 'A session is deleted, and then the writer in the background stores what was last said in it.',
  // Removing may take for ever: whoever asks for another key must not notice.
  dispatcher: store({ load: uniform(1, 5), remove: oneOf(5, 25, 45, null) }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 4 },
    operations: {
      say: (token, draw) => ({ key: keyBy(draw), text: token }),
      delete: (_, draw) => ({ key: keyBy(draw) }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'lock-on-each-access': () => import('./lock-on-each-access.js'),
    'store-first': () => import('./store-first.js'),
    'one-lock': () => import('./one-lock.js'),
    fixed: () => import('./fixed.js'),
  },
  open: (variant, surroundings) => openScene(variant, surroundings),
  perform,
  observe,
  close,
  oracles: [
    noMessageComesBack(),
    everyMessageStoredOnce(),
    oneSessionPerKey(),
    keysApart(),
    nobodyIsRefused(),
    everySessionIsKnown(),
    noLeaks(),
  ],
  expect: {
    faulty: 'nothing-comes-back',
    'lock-on-each-access': 'nothing-comes-back',
    'store-first': 'nothing-comes-back',
    'one-lock': 'non-interference',
    fixed: 'pass',
  },
  races: [
    { id: 'stored-again', oracle: 'nothing-comes-back', says: 'a message of a deleted session is stored after its deletion' },
    {
      id: 'waits-for-another-key',
      oracle: 'non-interference',
      says: 'who asks for one key waits until the session of another is removed',
    },
  ],
})
