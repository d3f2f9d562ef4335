// The life of a session from create to its end. There are five ways to end: close, disconnect, grace, idle, shutdown.
import { createSession, type Lifecycle, notFound, type Session, type State, shuttingDown } from '../session-gateway/session.js'

export { createAttach } from './unchecked-attach.js'

export const createLifecycle = (state: State): Lifecycle => {
  const { sessions, tableLock, resumeLocks, store, settings, warn } = state

  const park = (session: Session): void => {
    session.grace = setTimeout(() => (session.turns > 0 ? park(session) : reapSoon(session)), settings.graceMs)
  }

  const reap = (id: string): Promise<void> =>
    resumeLocks.alone(id, async () => {
      const session = sessions.get(id)
      if (session === undefined || session.client !== null) return
      await store.ask('commit', { session: id })
      sessions.delete(id)
      await discard(session)
    })

  const finalize = async (session: Session): Promise<void> => {
    await store.ask('commit', { session: session.id })
    await discard(session)
  }

  const discard = async ({ id, grace, agent, worker }: Session): Promise<void> => {
    clearTimeout(grace)
    try {
      await store.ask('end', { session: id })
    } finally {
      await Promise.all([worker?.stop(), agent === null ? null : store.ask('release', { agent })])
    }
  }

  /** Nobody waits for it: whoever runs the gateway is told where it fails. */
  const reapSoon = (session: Session): void => void reap(session.id).catch(warn)

  const isIdle = ({ turns, touchedAt }: Session): boolean => turns === 0 && Date.now() - touchedAt >= settings.idleMs
  const sweep = (): void => {
    for (const session of sessions.values()) if (isIdle(session)) reapSoon(session)
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
    close: (id) =>
      resumeLocks.alone(id, async () => {
        const session = sessions.get(id)
        if (session === undefined) throw notFound(id)
        await finalize(session)
        await tableLock.run(() => sessions.delete(id))
      }),
    disconnected(client) {
      for (const session of sessions.values()) {
        if (session.client !== client) continue
        session.client = null
        if (session.closeOnDisconnect) reapSoon(session)
        else park(session)
      }
    },
    shutdown() {
      state.closed = true
      clearInterval(sweeper)
      return tableLock.run(async () => {
        const all = [...sessions.values()]
        await Promise.all(all.map(finalize))
        sessions.clear()
      })
    },
  }
}
