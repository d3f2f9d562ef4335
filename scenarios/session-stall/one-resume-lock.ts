// Resume: a client comes back to its session on another connection.
import type { Resume } from '../session-gateway/resume.js'
import { notFound, type State } from '../session-gateway/session.js'

export const createResume = ({ sessions, resumeLocks, store }: State): Resume => ({
  resume: (id, client) =>
    resumeLocks.alone('all', async () => {
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
