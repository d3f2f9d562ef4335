// Scenario: a session cache in which a new session takes the place of the old one under the same key, while others use that key.
import { callers, type Execution, exactlyOnce, noLeaks, oneOf, scenario } from '../../harness/index.js'
import {
  everyMessageStoredOnce,
  everySessionIsKnown,
  keysApart,
  nobodyIsRefused,
  oneSessionPerKey,
} from '../session-cache/oracles.js'
import { close, keyBy, observe, openScene, perform, type Sighting, seenIn } from '../session-cache/scene.js'
import { store } from '../session-cache/store.js'

/** A new session is one that nobody has had before. */
const everySessionBegunOnce = exactlyOnce({
  name: 'begun-once',
  what: 'the beginning of session',
  done: ({ history }) =>
    history
      .filter(({ actor, type, op }) => actor !== 'dispatcher' && type === 'ok' && op === 'new')
      .map(({ output, n }) => ({ key: (output as { readonly session: string }).session, event: n })),
})

/** Somebody was given a new session that nobody has ended, and the table has another one. */
const isOverwritten = (execution: Execution): boolean => {
  const { sightings = [], table = [] } = seenIn(execution) ?? {}
  const begun = new Set(execution.history.flatMap(({ op, token }) => (op === 'new' && token !== undefined ? [token] : [])))
  const isElsewhere = ({ key, object }: Sighting): boolean => table.some((other) => other.key === key && other.object !== object)
  return sightings.some((sighting) => sighting.live && begun.has(sighting.token) && isElsewhere(sighting))
}

export default scenario({
  name: 'cache-new-session',
  story: 'The old session is taken out of the table before the new one is in it: whoever comes in between brings in a third.',
  // Creating may take for ever: whoever asks for another key must not notice.
  dispatcher: store({ create: oneOf(5, 20, 60, null) }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 3 },
    operations: {
      new: (_, draw) => ({ key: keyBy(draw) }),
      open: (_, draw) => ({ key: keyBy(draw) }),
      say: (token, draw) => ({ key: keyBy(draw), text: token }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'lock-on-each-access': () => import('./lock-on-each-access.js'),
    'load-unlocked': () => import('./load-unlocked.js'),
    'second-look': () => import('./second-look.js'),
    'one-lock': () => import('./one-lock.js'),
    'id-by-second': () => import('./id-by-second.js'),
    fixed: () => import('./fixed.js'),
    'fixed-by-second-look': () => import('../cache-get-or-create/fixed-by-second-look.js'),
  },
  open: (variant, surroundings) => openScene(variant, surroundings),
  perform,
  observe,
  close,
  oracles: [
    oneSessionPerKey(),
    everySessionBegunOnce,
    everyMessageStoredOnce(),
    keysApart(),
    nobodyIsRefused(),
    everySessionIsKnown(),
    noLeaks(),
  ],
  expect: {
    faulty: 'one-object-per-key',
    'lock-on-each-access': 'one-object-per-key',
    'load-unlocked': 'one-object-per-key',
    'second-look': 'one-object-per-key',
    'one-lock': 'non-interference',
    'id-by-second': 'begun-once',
    fixed: 'pass',
    'fixed-by-second-look': 'pass',
  },
  races: [
    {
      id: 'newer-overwritten',
      oracle: 'one-object-per-key',
      shows: (_, execution) => isOverwritten(execution),
      says: 'the new session is no longer in the table: one that was loaded, or begun, before it was stored after it',
    },
    { id: 'third-session', oracle: 'one-object-per-key', says: 'somebody holds a session that the new one does not replace' },
    { id: 'one-id-for-two', oracle: 'begun-once', says: 'two new sessions of one second are one in the store' },
    {
      id: 'waits-for-another-key',
      oracle: 'non-interference',
      says: 'who asks for one key waits for a new session under another',
    },
  ],
})
