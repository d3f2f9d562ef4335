// What a session needs to work: an agent and a worker. A worker remembers what it was told, so a fresh one takes its place after a turn.
import type { Attach } from '../session-gateway/attach.js'
import { equip } from '../session-gateway/equip.js'
import { notFound, type Session, type State } from '../session-gateway/session.js'

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

  const restart = async (session: Session): Promise<void> => {
    await session.worker?.stop()
    session.worker = await state.startWorker(session.id)
  }

  /** Makes what the session has not. */
  const started = (session: Session): Promise<void> => {
    const work = session.agent === null ? start(session) : restart(session)
    const starting = work.finally(() => starts.delete(starting))
    starts.add(starting)
    starting.catch(() => {
      session.starting = null // whoever asks next tries again
    })
    return starting
  }

  return {
    ready: (session) => (session.starting ??= started(session)),
    turned(session) {
      if (session.turns === 1 && sessions.get(session.id) === session) session.starting = started(session)
    },
  }
}
