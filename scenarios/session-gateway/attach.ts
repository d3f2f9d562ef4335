// What a session needs to work: an agent, which takes a while to build, and a worker. Both are had on first use.
import { equip } from './equip.js'
import { notFound, type Session, type State } from './session.js'

export interface Attach {
  /** Settles when the session has an agent and a worker; rejects where it ended before that. */
  ready(session: Session): Promise<void>
  /** Told when the worker has answered. */
  turned(session: Session): void
}

export const createAttach = (state: State): Attach => {
  const { sessions, starts, store } = state
  const start = async (session: Session): Promise<void> => {
    const { agent, worker } = await equip(state, session.id)
    if (sessions.get(session.id) !== session) {
      await Promise.all([worker.stop(), store.ask('release', { agent })])
      throw notFound(session.id)
    }
    session.agent = agent
    session.worker = worker
  }
  const started = (session: Session): Promise<void> => {
    const starting = start(session).finally(() => starts.delete(starting))
    starts.add(starting)
    starting.catch(() => {
      session.starting = null // whoever asks next tries again
    })
    return starting
  }
  return { ready: (session) => (session.starting ??= started(session)), turned() {} }
}
