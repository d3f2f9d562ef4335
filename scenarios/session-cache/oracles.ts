// The oracles of the cache scenarios, over what the scene shows.
import {
  acknowledgedWrites,
  type Execution,
  invariant,
  linearizable,
  models,
  nonInterference,
  nothingComesBack,
  type Oracle,
  oneObjectPerKey,
} from '../../harness/index.js'
import { keyOf, type Sighting, seenIn } from './scene.js'
import { STORED } from './store.js'
import { callsIn, textOf } from './uses.js'

/** Whoever holds a live session of a key holds the same one, and so does the table. */
export const oneSessionPerKey = (): Oracle =>
  oneObjectPerKey({
    what: 'session',
    held: (execution) => {
      const { sightings = [], table = [] } = seenIn(execution) ?? {}
      const given = sightings.filter(({ live }) => live).map((sighting) => ({ ...sighting, ...holderOf(execution, sighting) }))
      return [...given, ...table.map(({ key, object }) => ({ key, object, by: 'the table' }))]
    },
  })

const holderOf = ({ history }: Execution, { token }: Sighting): { readonly by: string; readonly event?: number } => {
  const invoke = history.find((event) => event.token === token)
  return invoke === undefined ? { by: 'somebody' } : { by: invoke.actor, event: invoke.n }
}

/** A conversation is read as if everybody spoke one at a time. */
export const oneConversation = (): Oracle =>
  linearizable(
    models.log({
      does: ({ op }) => (op === 'say' ? 'append' : op === 'open' ? 'read' : 'clear'),
      item: (input) => (input as { readonly text: string }).text,
      read: (output) => (output as { readonly messages: readonly string[] }).messages,
      part: (operation) => keyOf(operation) ?? '',
      initial: (key) => STORED[key] ?? [],
    }),
    { judged: ({ invoke: { op } }) => op !== 'flush' },
  )

/** Every message that was acknowledged is stored, once; unless its session may have been deleted after it. */
export const everyMessageStoredOnce = (before: readonly Spoken[] = []): Oracle =>
  acknowledgedWrites({
    what: 'message',
    before: before.map(({ text }) => text),
    writes: ({ invoke }) => textOf(invoke),
    stored: ({ history }) =>
      history
        .filter(({ actor, type, op }) => actor === 'dispatcher' && type === 'invoke' && op === 'append')
        .map((event) => ({ key: textOf(event) ?? '', event: event.n })),
    excused: (execution) => textsBefore(execution, { op: 'delete' }, before).map(({ text }) => text),
  })

/**
 * No message of a deleted session is there again, neither in the store nor in a session. What was said before a session was replaced by
 * a new one, which was deleted then, may stay in the store.
 */
export const noMessageComesBack = (before: readonly Spoken[] = []): Oracle =>
  nothingComesBack({
    creates: ({ input, op }) => (op === 'say' ? [messageOf(input as Spoken)] : []),
    removes: ({ input, op, n }, thing, execution) => {
      const { key } = input as Spoken
      if (op !== 'delete' || !thing.endsWith(` of ${key}`)) return false
      return !textsBefore(execution, { op: 'new', untilEvent: n }, before).some((spoken) => messageOf(spoken) === thing)
    },
    present: (execution) => {
      const { rows = {}, messages = {} } = seenIn(execution) ?? {}
      const stored = Object.entries(rows).flatMap(([id, texts]) => texts.map((text) => ({ key: id.split(':')[0] ?? '', text })))
      const live = Object.entries(messages).flatMap(([key, texts]) => texts.map((text) => ({ key, text })))
      return [
        ...stored.map((spoken) => ({ thing: messageOf(spoken), where: 'in the store' })),
        ...live.map((spoken) => ({ thing: messageOf(spoken), where: 'in the session' })),
      ]
    },
  })

interface Deed {
  readonly op: string
  /** Only what began before this event. Default: whatever there is. */
  readonly untilEvent?: number
}

/** What was said in a session before something was done to its key, or meanwhile: by the callers, or `before` they came. */
const textsBefore = ({ history }: Execution, { op, untilEvent = Infinity }: Deed, before: readonly Spoken[]): Spoken[] => {
  const calls = callsIn(history)
  const deeds = calls.filter((call) => call.op === op && call.begin < untilEvent)
  const stored = Object.entries(STORED).flatMap(([key, texts]) => texts.map((text) => ({ key, text })))
  const spoken = [
    ...[...stored, ...before].map((each) => ({ ...each, begin: -1 })),
    ...calls.flatMap(({ key, text, begin }) => (key !== null && text !== null ? [{ key, text, begin }] : [])),
  ]
  return spoken.filter(({ key, begin }) => deeds.some((deed) => deed.key === key && deed.end > begin))
}

/** What was said in the session of a key. */
export interface Spoken {
  readonly key: string
  readonly text: string
}

const messageOf = ({ key, text }: Spoken): string => `${text} of ${key}`

/** The store refuses nothing here: whoever asks for something gets it. */
export const nobodyIsRefused = (): Oracle =>
  invariant('refused', ({ history }) => {
    const failed = history.find(({ actor, type }) => actor !== 'dispatcher' && type === 'fail')
    return failed === undefined || `${failed.actor}'s ${failed.op} was refused: ${failed.error}`
  })

/** A session that is live is one that the store knows, even where nothing was said in it yet. */
export const everySessionIsKnown = (): Oracle =>
  invariant('known-to-the-store', (execution) => {
    const { ids = [], rows = {} } = seenIn(execution) ?? {}
    const unknown = ids.filter((id) => !Object.hasOwn(rows, id))
    return unknown.length === 0 || `session ${unknown.join(' and ')} is live, and the store has never heard of it`
  })

/** Whoever works on one key does not wait for the I/O of another. */
export const keysApart = (): Oracle => nonInterference({ part: keyOf })
