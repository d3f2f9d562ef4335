// What a session works with: an agent, which takes a while to build, and a worker.
import type { State } from './session.js'
import type { Worker } from './worker.js'

export interface Equipment {
  readonly agent: string
  readonly worker: Worker
}

/** Makes both or neither: where no worker starts, its agent is released. */
export const equip = async ({ store, startWorker }: State, session: string): Promise<Equipment> => {
  const agent = (await store.ask('build', { session })) as string
  try {
    return { agent, worker: await startWorker(session) }
  } catch (error) {
    await store.ask('release', { agent })
    throw error
  }
}
