// Small bugs of time: time-outs against answers, leases, retries, and data of the schedule (delays, faults).
import { setTimeout as sleep } from 'node:timers/promises'
import type { RaceBody } from '../../../harness/hosts/race-subject.js'
import { ensure } from './ensure.js'

const timeoutAndAnswer: RaceBody = async ({ together, choose }) => {
  let slot: string | null = null
  const ask = async (question: string) => {
    slot = question
    const delayMs = choose('answer', [5, 20, 80])
    const answer = sleep(delayMs).then(() => slot)
    return Promise.race([answer, sleep(50).then(() => 'time-out')])
  }
  await together(async () => {
    await ask('a')
    const second = await ask('b')
    ensure(second === 'b', 'the second one gives up')
  })
}

const lateAnswer: RaceBody = async ({ together, choose }) => {
  const answers: string[] = []
  await together(async () => {
    for (const question of ['a', 'b']) {
      const delayMs = choose(`delay ${question}`, [1, 10, 40, 90])
      void sleep(delayMs).then(() => answers.push(question))
      await sleep(30)
    }
    await sleep(200)
    ensure(answers[0] === 'a', 'the first answer comes last')
  })
}

const lease: RaceBody = async ({ together, pause, choose }) => {
  let holder = ''
  await together(
    async () => {
      holder = 'ann'
      const timer = setTimeout(() => {
        holder = ''
      }, 40)
      await sleep(choose('work', [10, 30, 70]))
      await pause('write')
      ensure(holder === 'ann', 'the lease is over')
      clearTimeout(timer)
    },
    async () => {
      await pause('look')
    },
  )
}

const retryTwice: RaceBody = async ({ together, choose }) => {
  let done = 0
  const order = async () => {
    const fault = choose('fault', ['none', 'answer lost'])
    done++
    if (fault === 'answer lost') throw new RangeError('no answer')
  }
  await together(async () => {
    try {
      await order()
    } catch {
      await order()
    }
  })
  ensure(done === 1, 'ordered twice')
}

const bothSlow: RaceBody = async ({ together, choose }) => {
  let late = 0
  const call = (name: string) => async () => {
    const delayMs = choose(`delay ${name}`, [0, 25, 50, 75])
    await sleep(delayMs)
    if (delayMs >= 50) late++
  }
  await together(call('x'), call('y'))
  ensure(late < 2, 'both are late')
}

const sameTime: RaceBody = async ({ together, pause }) => {
  let order = ''
  await together(
    async () => {
      await pause('plan')
      setTimeout(() => {
        order += 'a'
      }, 10)
    },
    async () => {
      await pause('plan')
      await pause('and plan')
      setTimeout(() => {
        order += 'b'
      }, 10)
    },
    async () => sleep(100),
  )
  ensure(order !== 'ba', 'the second timer comes first')
}

const immediateAndIo: RaceBody = async ({ together, pause }) => {
  let closed = false
  await together(
    async () => {
      await pause('data')
      await pause('end')
      setImmediate(() => {
        closed = true
      })
    },
    async () => {
      await pause('ask')
      ensure(!closed, 'asked after the end')
    },
  )
}

const heartbeat: RaceBody = async ({ together, choose }) => {
  let beats = 0
  await together(async () => {
    const timer = setInterval(() => beats++, 10)
    await sleep(choose('pause', [5, 15, 25, 35]))
    clearInterval(timer)
    ensure(beats < 2, 'two beats without an answer')
  })
}

export const TIME_BUGS: Readonly<Record<string, RaceBody>> = {
  'time-out and answer': timeoutAndAnswer,
  'late answer': lateAnswer,
  lease,
  'retried and done twice': retryTwice,
  'both slow': bothSlow,
  'same time': sameTime,
  'immediate and I/O': immediateAndIo,
  heartbeat,
}
