// The oracles of the cache scenarios, over what the scene shows.
import {
  acknowledgedWrites,
  type Execution,
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
export const everyMessageStoredOnce = (): Oracle =>
  acknowledgedWrites({
    what: 'message',
    writes: ({ invoke }) => textOf(invoke),
    stored: ({ history }) =>
      history
        .filter(({ actor, type, op }) => actor === 'dispatcher' && type === 'invoke' && op === 'append')
        .map((event) => ({ key: textOf(event) ?? '', event: event.n })),
    excused: ({ history }) => {
      const calls = callsIn(history)
      const deletions = calls.filter(({ op }) => op === 'delete')
      return calls.flatMap(({ key, text, begin }) =>
        text !== null && deletions.some((deletion) => deletion.key === key && deletion.end > begin) ? [text] : [],
      )
    },
  })

/** No message of a deleted session is there again, neither in the store nor in a session. */
export const noMessageComesBack = (): Oracle =>
  nothingComesBack({
    creates: ({ input, op }) => (op === 'say' ? [messageOf(input as Spoken)] : []),
    removes: ({ input, op }, thing) => op === 'delete' && thing.endsWith(` of ${(input as Spoken).key}`),
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

interface Spoken {
  readonly key: string
  readonly text: string
}

const messageOf = ({ key, text }: Spoken): string => `${text} of ${key}`

/** Whoever works on one key does not wait for the I/O of another. */
export const keysApart = (): Oracle => nonInterference({ part: keyOf })
