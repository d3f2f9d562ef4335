// What a session needs to work: an agent, which takes a while to build, and a worker. Both are had on first use.
import type { Attach } from '../session-gateway/attach.js'
import { equip } from '../session-gateway/equip.js'
import { notFound, type Session, type State } from '../session-gateway/session.js'

export { createLifecycle } from './ends-by-the-lock.js'

export const createAttach = (state: State): Attach => {
  const { sessions, tableLock, starts } = state
  /** The table stands still meanwhile, so that the session is still there when its agent and its worker are. */
  const start = (session: Session): Promise<void> =>
    tableLock.run(async () => {
      if (sessions.get(session.id) !== session) throw notFound(session.id)
      const { agent, worker } = await equip(state, session.id)
      session.agent = agent
      session.worker = worker
    })
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
