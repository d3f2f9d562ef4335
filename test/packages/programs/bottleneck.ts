// bottleneck: three callers share a limiter of two jobs at a time, 5 ms apart, four for each 100 ms; a job that fails is tried again.
import { strict as assert } from 'node:assert'
import { setTimeout as delay } from 'node:timers/promises'
import Bottleneck from 'bottleneck'
import type { PackageProgram } from '../tour.js'

const JOBS = 2
const CONCURRENT = 2

export const program: PackageProgram = {
  name: 'bottleneck',
  async body({ together, call, slow, choose }) {
    const limiter = new Bottleneck({
      maxConcurrent: CONCURRENT,
      minTime: 5,
      reservoir: 4,
      reservoirRefreshAmount: 4,
      reservoirRefreshInterval: 250,
    })
    limiter.on('failed', (_error, { retryCount }) => (retryCount === 0 ? 10 : undefined))
    const ask = slow(async (token: string) => `answer to ${token}`)
    let running = 0
    const job = async (token: string): Promise<string> => {
      assert.ok(++running <= CONCURRENT, 'no more jobs at a time than the limiter was told')
      try {
        await delay(choose('takes', [0, 7, 30]))
        return await ask(token)
      } finally {
        running--
      }
    }

    const caller = (name: string, priority: number) => async () => {
      const schedule = (token: string): Promise<string> => {
        let attempts = 0
        return limiter.schedule({ priority }, () => {
          if (name === 'bob' && ++attempts === 1) throw new Error('bob fails at first')
          return job(token)
        })
      }
      await Promise.all(Array.from({ length: JOBS }, () => call(name, 'job', schedule)))
    }
    await together({ ann: caller('ann', 5), bob: caller('bob', 1), cat: caller('cat', 5) })

    assert.deepEqual(limiter.counts(), { RECEIVED: 0, QUEUED: 0, RUNNING: 0, EXECUTING: 0 })
    await limiter.stop()
  },
}
