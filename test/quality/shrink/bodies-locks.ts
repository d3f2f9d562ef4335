// Small bugs of waiting: locks in two orders, wake-ups that nobody hears, permits that are lost.
import type { RaceBody } from '../../../harness/hosts/race-subject.js'
import { ensure } from './ensure.js'

interface Lock {
  acquire(): Promise<void>
  release(): void
}

const createLock = (permits = 1): Lock => {
  const queue: (() => void)[] = []
  let free = permits
  return {
    acquire: () =>
      new Promise((resolve) => {
        if (free === 0) queue.push(resolve)
        else {
          free--
          resolve()
        }
      }),
    release: () => {
      const next = queue.shift()
      if (next === undefined) free++
      else next()
    },
  }
}

const lockOrder: RaceBody = async ({ together, pause }) => {
  const [a, b] = [createLock(), createLock()]
  const both = async (first: Lock, second: Lock, before: number) => {
    for (let i = 0; i < before; i++) await pause('wait')
    await first.acquire()
    await pause('between')
    await second.acquire()
    second.release()
    first.release()
  }
  await together(
    () => both(a, b, 0),
    () => both(b, a, 2),
  )
}

const threeForks: RaceBody = async ({ together, pause }) => {
  const forks = [createLock(), createLock(), createLock()]
  const eat = (i: number) => async () => {
    const [left, right] = [forks[i] as Lock, forks[(i + 1) % 3] as Lock]
    for (let n = 0; n < 2 * i; n++) await pause('think')
    await left.acquire()
    await pause('left')
    await right.acquire()
    right.release()
    left.release()
  }
  await together(eat(0), eat(1), eat(2))
}

const missedWakeUp: RaceBody = async ({ together, pause }) => {
  let ready = false
  let wake = (): void => {}
  await together(
    async () => {
      if (ready) return
      await pause('before the wait')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    },
    async () => {
      await pause('work')
      await pause('work more')
      ready = true
      wake()
    },
  )
}

const notifyOne: RaceBody = async ({ together, pause }) => {
  const items: number[] = []
  const waiters: (() => void)[] = []
  const take = async () => {
    while (items.length === 0) await new Promise<void>((resolve) => waiters.push(resolve))
    await pause('take')
    ensure(items.length > 0, 'woken, and there is nothing left')
    items.pop()
  }
  await together(
    take,
    async () => {
      await pause('put')
      items.push(1)
      waiters.shift()?.()
      for (let i = 0; i < 3; i++) await pause('rest')
      items.push(2)
      waiters.shift()?.()
    },
    async () => {
      for (let i = 0; i < 4; i++) await pause('arrive')
      await take()
    },
  )
}

const permitLost: RaceBody = async ({ together, pause }) => {
  const lock = createLock()
  let cancelled = false
  await together(
    async () => {
      await lock.acquire()
      await pause('hold')
      await pause('hold on')
      lock.release()
    },
    async () => {
      await pause('come')
      await lock.acquire()
      if (!cancelled) lock.release()
    },
    async () => {
      for (let i = 0; i < 4; i++) await pause('cancel')
      cancelled = true
    },
    async () => {
      for (let i = 0; i < 3; i++) await pause('come last')
      await lock.acquire()
      lock.release()
    },
  )
}

const readersUpgrade: RaceBody = async ({ together, pause }) => {
  let readers = 0
  const upgrade = async () => {
    readers++
    await pause('read')
    while (readers > 1) await new Promise<void>(() => {})
    await pause('write')
    readers--
  }
  await together(upgrade, async () => {
    for (let i = 0; i < 3; i++) await pause('later')
    await upgrade()
  })
}

const releasedTwice: RaceBody = async ({ together, pause }) => {
  const lock = createLock()
  let inside = 0
  const enter = (before: number, again: boolean) => async () => {
    for (let i = 0; i < before; i++) await pause('come')
    await lock.acquire()
    inside++
    ensure(inside === 1, 'two are inside')
    await pause('inside')
    inside--
    lock.release()
    if (again) {
      await pause('clean up')
      lock.release()
    }
  }
  await together(enter(0, true), enter(4, false), enter(6, false))
}

const barrier: RaceBody = async ({ together, pause }) => {
  let arrived = 0
  let open: (() => void)[] = []
  const meet = async () => {
    arrived++
    if (arrived === 2) {
      for (const go of open) go()
      open = []
      await pause('reset')
      arrived = 0
    } else await new Promise<void>((resolve) => open.push(resolve))
  }
  await together(
    async () => {
      await meet()
      await pause('on')
      await meet()
    },
    async () => {
      await pause('late')
      await meet()
      await meet()
    },
  )
}

export const LOCK_BUGS: Readonly<Record<string, RaceBody>> = {
  'lock order': lockOrder,
  'three forks': threeForks,
  'missed wake-up': missedWakeUp,
  'notify one': notifyOne,
  'permit lost': permitLost,
  'readers upgrade': readersUpgrade,
  'released twice': releasedTwice,
  barrier,
}
