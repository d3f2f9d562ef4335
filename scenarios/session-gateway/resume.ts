// Resume: a client comes back to its session on another connection.
import type WebSocket from 'ws'
import { notFound, type State } from './session.js'

export interface Resume {
  /** Binds the session to `client` and gives what was said so far; rejects where it has ended, or does meanwhile. */
  resume(id: string, client: WebSocket): Promise<unknown>
}

export const createResume = ({ sessions, resumeLocks, store }: State): Resume => ({
  resume: (id, client) =>
    resumeLocks.alone(id, async () => {
      const session = sessions.get(id)
      if (session === undefined) throw notFound(id)
      const said = await store.ask('read', { session: id })
      if (sessions.get(id) !== session) throw notFound(id)
      clearTimeout(session.grace)
      session.client = client
      session.touchedAt = Date.now()
      return said
    }),
})
