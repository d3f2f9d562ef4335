// What a session needs to work: an agent, which takes a while to build, and a worker. Both are had on first use.
import type { Attach } from '../session-gateway/attach.js'
import { equip } from '../session-gateway/equip.js'
import { notFound, type Session, type State } from '../session-gateway/session.js'

export const createAttach = (state: State): Attach => {
  const { sessions } = state
  const recordOf = (id: string): Session => {
    const session = sessions.get(id)
    if (session === undefined) throw notFound(id)
    return session
  }
  const start = async (id: string): Promise<void> => {
    const made = await equip(state, id)
    Object.assign(recordOf(id), made)
  }
  const started = (session: Session): Promise<void> => {
    const starting = start(session.id)
    starting.catch(() => {
      session.starting = null // whoever asks next tries again
    })
    return starting
  }
  return { ready: (session) => (session.starting ??= started(session)), turned() {} }
}
