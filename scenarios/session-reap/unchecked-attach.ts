// What a session needs to work: an agent, which takes a while to build, and a worker. Both are had on first use.
import type { Attach } from '../session-gateway/attach.js'
import { notFound, type Session, type State } from '../session-gateway/session.js'
import { startWorker } from '../session-gateway/worker.js'

export const createAttach = ({ sessions, store, worker: program }: State): Attach => {
  const recordOf = (id: string): Session => {
    const session = sessions.get(id)
    if (session === undefined) throw notFound(id)
    return session
  }
  const start = async (id: string): Promise<void> => {
    const agent = (await store.ask('build', { session: id })) as string
    const worker = await startWorker(program, id)
    Object.assign(recordOf(id), { agent, worker })
  }
  return { ready: (session) => (session.starting ??= start(session.id)), turned() {} }
}
