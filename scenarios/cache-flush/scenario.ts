// Scenario: a session cache whose sessions are saved by a writer in the background and by whoever flushes, while they are used.
import { callers, constantDelay, type DispatcherSpec, noLeaks, oneOf, scenario } from '../../harness/index.js'
import { flushesApart, flushesWhatWasThere, savedLater } from '../session-cache/flushes.js'
import {
  everyMessageStoredOnce,
  everySessionIsKnown,
  nobodyIsRefused,
  noMessageComesBack,
  oneSessionPerKey,
} from '../session-cache/oracles.js'
import { close, observe, openScene, perform } from '../session-cache/scene.js'
import { store } from '../session-cache/store.js'

/** Only saving takes long. Index 0 is how long it takes in a calm schedule. */
const slowStore = (...appendMs: readonly (number | null)[]): DispatcherSpec =>
  store({ load: constantDelay(5), create: constantDelay(5), remove: constantDelay(5), append: oneOf(60, ...appendMs) })

/** Saving may take for ever: whoever has nothing to do with that session must not notice. */
const silentStore = { dispatcher: slowStore(30, 90, null) }

const BACKLOG = [
  { key: 'home', text: 'good morning' },
  { key: 'home', text: 'anybody there?' },
  { key: 'work', text: 'this one' },
  { key: 'work', text: 'and that one' },
  { key: 'work', text: 'by tonight' },
  { key: 'away', text: 'back on Monday' },
] as const
/** Whose sessions are there when the callers come. */
const KEYS = ['home', 'work', 'away']

/** Long enough to come in the middle of a flush. */
const hesitation = (draw: number): number => 20 + ((draw >> 4) % 3) * 40

export default scenario({
  name: 'cache-flush',
  story: 'What is saved is what was unsaved when the saving began; what is taken for saved is what is unsaved when it ends.',
  dispatcher: slowStore(20, 30, 45, 75, 90),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 4 },
    operations: {
      // Some are the first in a session that nobody else is in.
      say: (token, draw) => ({ key: draw % 2 === 0 ? 'home' : token, text: token, afterMs: hesitation(draw) }),
      flush: () => ({}),
      delete: (_, draw) => ({ key: draw % 16 < 15 ? 'work' : 'home', afterMs: hesitation(draw) }),
      new: (_, draw) => ({ key: draw % 16 < 15 ? 'away' : 'home', afterMs: hesitation(draw) }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'lock-on-each-access': () => import('./lock-on-each-access.js'),
    'forgets-all': () => import('./forgets-all.js'),
    'taken-first': () => import('./taken-first.js'),
    'puts-back': () => import('./puts-back.js'),
    'live-iterator': () => import('./live-iterator.js'),
    'one-lock': () => import('./one-lock.js'),
    fixed: () => import('./fixed.js'),
    'fixed-in-silence': () => import('./fixed.js'),
  },
  /** The cache has been in use for a while: what was said last is unsaved. */
  async open(variant, surroundings) {
    const scene = openScene(variant, surroundings)
    for (const { key, text } of BACKLOG) await scene.cache.say(key, text)
    return scene
  },
  perform,
  observe,
  close,
  oracles: [
    everyMessageStoredOnce(BACKLOG),
    noMessageComesBack(BACKLOG),
    oneSessionPerKey(),
    flushesWhatWasThere(KEYS),
    flushesApart(KEYS),
    nobodyIsRefused(),
    everySessionIsKnown(),
    noLeaks(),
  ],
  expect: {
    faulty: 'acknowledged-writes',
    'lock-on-each-access': 'acknowledged-writes',
    'forgets-all': 'acknowledged-writes',
    'taken-first': 'nothing-comes-back',
    'puts-back': 'one-object-per-key',
    'live-iterator': 'flushed',
    'one-lock': 'non-interference',
    fixed: 'pass',
    'fixed-in-silence': 'pass',
  },
  overrides: { 'one-lock': silentStore, 'fixed-in-silence': silentStore },
  races: [
    {
      id: 'stored-twice',
      oracle: 'acknowledged-writes',
      symptom: 'twice',
      says: 'two who save at the same time store one message twice',
    },
    {
      id: 'never-stored',
      oracle: 'acknowledged-writes',
      symptom: 'missing',
      says: 'a message that was said while others were saved is taken for saved',
    },
    {
      id: 'deleted-comes-back',
      oracle: 'nothing-comes-back',
      says: 'what is being saved of a session brings it back after its deletion',
    },
    {
      id: 'deleted-in-the-table',
      oracle: 'known-to-the-store',
      says: 'a session that was saved stands in the table again after its deletion',
    },
    {
      id: 'old-comes-back',
      oracle: 'one-object-per-key',
      says: 'a session that was saved takes the place of the one that has replaced it',
    },
    {
      id: 'later-one-flushed',
      oracle: 'flushed',
      shows: savedLater(KEYS),
      says: 'a flush saves a session that came after it began',
    },
    {
      id: 'earlier-one-left-out',
      oracle: 'flushed',
      says: 'a flush leaves out a session that was there when it began, since it was deleted or begun anew before its turn',
    },
    {
      id: 'waits-for-another-key',
      oracle: 'non-interference',
      says: 'somebody, or a flush that began before it came, waits until another session is saved',
    },
  ],
})
