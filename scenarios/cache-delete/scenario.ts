// Scenario: a session cache in which sessions are deleted while the writer in the background still has to do with them.
import { callers, type Execution, noLeaks, oneOf, scenario, uniform } from '../../harness/index.js'
import {
  everyMessageStoredOnce,
  everySessionIsKnown,
  keysApart,
  nobodyIsRefused,
  noMessageComesBack,
  oneSessionPerKey,
} from '../session-cache/oracles.js'
import { close, keyBy, observe, openScene, perform, seenIn } from '../session-cache/scene.js'
import { STORED, store } from '../session-cache/store.js'

/** It was in the store before anybody came, and is not there any more. */
const isLoadedAgain = (execution: Execution): boolean => {
  const { messages = {}, rows = {} } = seenIn(execution) ?? {}
  const isThere = (texts: readonly string[] | undefined, text: string): boolean => texts?.includes(text) ?? false
  return Object.entries(STORED).some(([key, texts]) =>
    texts.some((text) => isThere(messages[key], text) && !isThere(rows[key], text)),
  )
}

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
    'second-look': () => import('./second-look.js'),
    'one-lock': () => import('./one-lock.js'),
    fixed: () => import('./fixed.js'),
    'fixed-by-second-look': () => import('../cache-get-or-create/fixed-by-second-look.js'),
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
    'second-look': 'nothing-comes-back',
    'one-lock': 'non-interference',
    fixed: 'pass',
    'fixed-by-second-look': 'pass',
  },
  races: [
    {
      id: 'loaded-again',
      oracle: 'nothing-comes-back',
      shows: (_, execution) => isLoadedAgain(execution),
      says: 'a load that was under way brings a message of a deleted session back',
    },
    { id: 'stored-again', oracle: 'nothing-comes-back', says: 'a message of a deleted session is stored after its deletion' },
    {
      id: 'waits-for-another-key',
      oracle: 'non-interference',
      says: 'who asks for one key waits until the session of another is removed',
    },
  ],
})
