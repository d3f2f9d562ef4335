// Scenario: a session cache that loads what it does not have; two ask for one key at the same time.
import { callers, noLeaks, oneOf, scenario } from '../../harness/index.js'
import {
  everyMessageStoredOnce,
  everySessionIsKnown,
  keysApart,
  nobodyIsRefused,
  oneConversation,
  oneSessionPerKey,
} from '../session-cache/oracles.js'
import { close, keyBy, observe, openScene, perform } from '../session-cache/scene.js'
import { store } from '../session-cache/store.js'

export default scenario({
  name: 'cache-get-or-create',
  story: 'Two miss the cache, both load, both store: two sessions live under one key.',
  // A load may take for ever: whoever asks for another key must not notice.
  dispatcher: store({ load: oneOf(5, 20, 60, null) }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: {
      open: (_, draw) => ({ key: keyBy(draw) }),
      say: (token, draw) => ({ key: keyBy(draw), text: token }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'lock-on-each-access': () => import('./lock-on-each-access.js'),
    'reserved-first': () => import('./reserved-first.js'),
    'look-before-create': () => import('./look-before-create.js'),
    'one-lock': () => import('./one-lock.js'),
    fixed: () => import('./fixed.js'),
    'fixed-by-second-look': () => import('./fixed-by-second-look.js'),
  },
  open: (variant, surroundings) => openScene(variant, surroundings),
  perform,
  observe,
  close,
  oracles: [
    oneSessionPerKey(),
    oneConversation(),
    everyMessageStoredOnce(),
    keysApart(),
    nobodyIsRefused(),
    everySessionIsKnown(),
    noLeaks(),
  ],
  expect: {
    faulty: 'one-object-per-key',
    'lock-on-each-access': 'one-object-per-key',
    'reserved-first': 'linearizable',
    'look-before-create': 'one-object-per-key',
    'one-lock': 'non-interference',
    fixed: 'pass',
    'fixed-by-second-look': 'pass',
  },
  races: [
    { id: 'two-live-sessions', oracle: 'one-object-per-key', says: 'two callers hold different sessions of one key' },
    { id: 'lost-from-sight', oracle: 'linearizable', says: 'a message that was acknowledged is not in the session that is read' },
    { id: 'waits-for-another-key', oracle: 'non-interference', says: 'who asks for one key waits for the load of another' },
  ],
})
