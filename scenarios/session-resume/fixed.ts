// Resume: a client comes back to its session on another connection. A session that has ended is opened again from its row.
import type WebSocket from 'ws'
import type { Resume } from '../session-gateway/resume.js'
import { createSession, notFound, type Row, type Session, type State, shuttingDown } from '../session-gateway/session.js'

export const createResume = (state: State): Resume => {
  const { sessions, tableLock, resumeLocks, endings, store } = state

  /** Whoever tears the session down is done with its row first. */
  const reopen = async (id: string, client: WebSocket): Promise<Session> => {
    await endings.get(id)?.catch(() => {}) // whoever ended it is told
    return tableLock.run(async () => {
      if (state.closed) throw shuttingDown()
      const row = (await store.ask('reopen', { session: id })) as Row | null
      if (row === null) throw notFound(id)
      const session = createSession(id, row.closeOnDisconnect, client)
      sessions.set(id, session)
      return session
    })
  }

  return {
    resume: (id, client) =>
      resumeLocks.alone(id, async () => {
        const session = sessions.get(id) ?? (await reopen(id, client))
        const said = await store.ask('read', { session: id })
        if (sessions.get(id) !== session) throw notFound(id)
        clearTimeout(session.grace)
        session.client = client
        session.touchedAt = Date.now()
        return said
      }),
  }
}
