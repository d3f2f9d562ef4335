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

  const started = (work: Promise<void>): Promise<void> => {
    const starting = work.finally(() => starts.delete(starting))
    starts.add(starting)
    starting.catch(() => {}) // whoever asks next hears of it
    return starting
  }

  return {
    ready: (session) => (session.starting ??= started(start(session))),
    turned(session) {
      if (session.turns === 1) session.starting = started(restart(session))
    },
  }
}
