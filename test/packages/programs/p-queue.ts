// p-queue: three callers add tasks to one queue, of which two run at a time and three may begin within 20 ms; some go before others.
import { strict as assert } from 'node:assert'
import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { PackageProgram } from '../tour.js'

const TASKS = 2
const CONCURRENCY = 2

export const program: PackageProgram = {
  name: 'p-queue',
  async body({ together, call, slow, choose }) {
    const queue = new PQueue({ concurrency: CONCURRENCY, interval: 20, intervalCap: 3, timeout: 60_000 })
    const ask = slow(async (token: string) => `answer to ${token}`)
    let running = 0
    const task = async (token: string): Promise<string> => {
      assert.ok(++running <= CONCURRENCY, 'no more tasks at a time than the queue was told')
      await delay(choose('takes', [0, 10, 25]))
      const answer = await ask(token)
      running--
      return answer
    }

    const caller = (name: string, priority: number) => async () => {
      const add = (token: string) => queue.add(() => task(token), { priority })
      await Promise.all(Array.from({ length: TASKS }, () => call(name, 'task', add)))
    }
    const pausing = async (): Promise<void> => {
      queue.pause()
      await delay(5)
      queue.start()
    }
    await together({ ann: caller('ann', 0), bob: caller('bob', 1), cat: caller('cat', 0), dan: pausing })

    await queue.onIdle()
    assert.deepEqual([queue.size, queue.pending, running], [0, 0, 0])
  },
}
