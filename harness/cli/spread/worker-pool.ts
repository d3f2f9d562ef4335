// The processes of one search: started when they are needed, replaced when they have died, ended when the search is over.
import { Pool } from 'tarn'
import type { Worker } from './worker.js'

/** How long an idle one is kept: others may be short of memory. */
const IDLE_MS = 5000
/** Loading a variant and waiting for a free process take as long as they take. */
const FOR_EVER_MS = 2 ** 31 - 1

export interface WorkerPool {
  /** Runs `work` with a process that lives. Rejects where none can be started. */
  with<T>(work: (worker: Worker) => Promise<T>): Promise<T>
  /** Settles when no process is left. To be called when nothing is at work. */
  close(): Promise<void>
}

/** `most`: processes at the same time. */
export const createWorkerPool = (start: () => Promise<Worker>, most: number): WorkerPool => {
  const pool = new Pool<Worker>({
    create: start,
    validate: ({ isAlive }) => isAlive,
    destroy: (worker) => worker.end(),
    min: 0,
    max: most,
    idleTimeoutMillis: IDLE_MS,
    acquireTimeoutMillis: FOR_EVER_MS,
    createTimeoutMillis: FOR_EVER_MS,
    destroyTimeoutMillis: FOR_EVER_MS,
    propagateCreateError: true,
  })
  return {
    async with(work) {
      const worker = await pool.acquire().promise
      try {
        return await work(worker)
      } finally {
        pool.release(worker)
      }
    },
    close: async () => void (await pool.destroy()),
  }
}
