// The store of the sessions: rows of messages under an id, over a connection.
import { connectStore } from '../support/store-client.js'

export interface Rows {
  /** The messages of a session; `null` where there is none. */
  load(id: string): Promise<readonly string[] | null>
  create(id: string): Promise<void>
  /** Adds a message, and the session where there is none. */
  append(id: string, text: string): Promise<void>
  remove(id: string): Promise<void>
  /** Everything, by id. */
  all(): Promise<Readonly<Record<string, readonly string[]>>>
  close(): void
}

export const openRows = (path: string): Rows => {
  const store = connectStore({ path })
  return {
    load: async (id) => (await store.ask('load', { session: id })) as readonly string[] | null,
    create: async (id) => void (await store.ask('create', { session: id })),
    append: async (id, text) => void (await store.ask('append', { session: id, text })),
    remove: async (id) => void (await store.ask('remove', { session: id })),
    all: async () => (await store.ask('all', {})) as Readonly<Record<string, readonly string[]>>,
    close: () => store.close(),
  }
}
