// The life of a session from create to its end. There are five ways to end (close, disconnect, grace, idle, shutdown) and one teardown.
import { createSession, type Lifecycle, notFound, type Session, type State, shuttingDown } from '../session-gateway/session.js'

export const createLifecycle = (state: State): Lifecycle => {
  const { sessions, tableLock, resumeLocks, starts, endings, store, settings, warn } = state

  /** Whoever takes the session out of the table tears it down; nobody does while an agent is built for the table. */
  const end = async (session: Session): Promise<void> => {
    if (!(await tableLock.run(() => sessions.delete(session.id)))) return
    const ending = tearDown(session).finally(() => endings.delete(session.id))
    endings.set(session.id, ending)
    await ending
  }

  const tearDown = async ({ id, grace, agent, worker }: Session): Promise<void> => {
    clearTimeout(grace)
    try {
      await store.ask('commit', { session: id })
      await store.ask('end', { session: id })
    } finally {
      await Promise.all([worker?.stop(), agent === null ? null : store.ask('release', { agent })])
    }
  }

  /** Nobody waits for it: whoever runs the gateway is told where it fails. */
  const endSoon = (session: Session): void => void end(session).catch(warn)

  const park = (session: Session): void => {
    session.grace = setTimeout(() => reap(session), settings.graceMs)
  }

  /** A resume that is under way came in time: it is waited for. Who has ended meanwhile is not asked about any more. */
  const afterResumes = (session: Session, decide: () => void): void =>
    void resumeLocks.alone(session.id, () => {
      if (sessions.get(session.id) === session) decide()
    })

  const reap = (session: Session): void =>
    afterResumes(session, () => {
      if (session.client !== null) return
      if (session.turns > 0) park(session)
      else endSoon(session)
    })

  const endIdle = (session: Session): void => {
    if (session.turns === 0 && Date.now() - session.touchedAt >= settings.idleMs) endSoon(session)
  }
  const sweep = (): void => {
    for (const session of sessions.values()) afterResumes(session, () => endIdle(session))
  }
  const sweeper = settings.sweepMs === 0 ? undefined : setInterval(sweep, settings.sweepMs)

  return {
    create: (client, { closeOnDisconnect }) =>
      tableLock.run(async () => {
        if (state.closed) throw shuttingDown()
        const id = (await store.ask('open', { closeOnDisconnect })) as string
        sessions.set(id, createSession(id, closeOnDisconnect, client))
        return id
      }),
    close(id) {
      const session = sessions.get(id)
      return session === undefined ? Promise.reject(notFound(id)) : end(session)
    },
    disconnected(client) {
      for (const session of sessions.values()) {
        if (session.client !== client) continue
        session.client = null
        if (session.closeOnDisconnect) endSoon(session)
        else park(session)
      }
    },
    async shutdown() {
      state.closed = true
      clearInterval(sweeper)
      const ends = await tableLock.run(() => [...sessions.values()].map(end))
      await Promise.allSettled([...starts, ...ends, ...endings.values()])
    },
  }
}
