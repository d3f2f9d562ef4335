// Small bodies with one mistake each. Lines with `// pair: NAME` are where the two steps go on whose order decides.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../../../harness/callers/world.js'
import { createMutex } from './mutex.js'

const must = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise)
}

export const lostUpdate = async ({ together, pause }: World): Promise<void> => {
  let stock = 0
  const add = async (): Promise<void> => {
    await pause('read') // pair: lostUpdate
    const before = stock
    await pause('write') // pair: lostUpdate
    stock = before + 1
  }
  await together(add, add)
  must(stock === 2, `stock is ${stock}`)
}

export const checkThenAct = async ({ together, pause }: World): Promise<void> => {
  const seats = new Set(['1A'])
  const buyers: string[] = []
  const buy = async (name: string): Promise<void> => {
    await pause('look') // pair: checkThenAct
    if (!seats.has('1A')) return
    await pause('pay') // pair: checkThenAct
    seats.delete('1A')
    buyers.push(name)
  }
  await together(
    () => buy('ann'),
    () => buy('bob'),
  )
  must(buyers.length === 1, `sold to ${buyers.join(' and ')}`)
}

export const staleCache = async ({ together, pause }: World): Promise<void> => {
  let source = 'old'
  const cache = new Map<string, string>()
  const get = async (): Promise<void> => {
    await pause('load')
    const value = source
    await pause('arrives') // pair: staleCache
    cache.set('key', value)
  }
  const update = async (): Promise<void> => {
    await pause('store') // pair: staleCache
    source = 'new'
    cache.delete('key')
  }
  await together(get, update)
  must(cache.get('key') !== 'old' || source === 'old', 'the cache holds what was replaced')
}

export const usedBeforeReady = async ({ together, pause }: World): Promise<void> => {
  let config: { readonly limit: number } | null = null
  const start = async (): Promise<void> => {
    await pause('read config') // pair: usedBeforeReady
    config = { limit: 3 }
  }
  const serve = async (): Promise<void> => {
    await pause('request') // pair: usedBeforeReady
    must(config !== null, 'served without a config')
  }
  await together(start, serve)
}

export const impatient = async ({ together, pause }: World): Promise<void> => {
  let state = 'open'
  const answer = async (): Promise<void> => {
    await pause('answer') // pair: impatient
    must(state === 'open', 'the answer came to a closed door')
  }
  const giveUp = async (): Promise<void> => {
    await pause('give up') // pair: impatient
    state = 'closed'
  }
  await together(answer, giveUp)
}

export const lockOrder = async ({ together, pause }: World): Promise<void> => {
  const [left, right] = [createMutex(), createMutex()]
  const transfer = async (from: typeof left, to: typeof left): Promise<void> => {
    await pause('begin') // pair: lockOrder
    await from.lock()
    await pause('look') // pair: lockOrder
    await to.lock()
    to.unlock()
    from.unlock()
  }
  await together(
    () => transfer(left, right),
    () => transfer(right, left),
  )
}

export const missedWakeup = async ({ together, pause }: World): Promise<void> => {
  let ready = false
  const waiting: (() => void)[] = []
  const consume = async (): Promise<void> => {
    if (ready) return
    await pause('prepare') // pair: missedWakeup
    await new Promise<void>((resolve) => waiting.push(resolve)) // waits: missedWakeup
  }
  const produce = async (): Promise<void> => {
    await pause('produce') // pair: missedWakeup
    ready = true
    for (const wake of waiting) wake()
  }
  await together(consume, produce)
}

export const doubleFree = async ({ together, pause }: World): Promise<void> => {
  let open = true
  let released = 0
  const close = async (): Promise<void> => {
    await pause('close') // pair: doubleFree
    if (!open) return
    await pause('flush') // pair: doubleFree
    open = false
    released++
  }
  await together(close, close)
  must(released === 1, `released ${released} times`)
}

export const firstComeFirstServed = async ({ together, pause, call }: World): Promise<void> => {
  const asked: string[] = []
  const ask = async (token: string): Promise<string> => {
    asked.push(token)
    await pause('answer') // pair: firstComeFirstServed
    return asked.shift() as string
  }
  await together(
    () => call('ann', { token: 'TAG-A' }, () => ask('TAG-A')),
    () => call('bob', { token: 'TAG-B' }, () => ask('TAG-B')),
  )
}

export const changedAndBack = async ({ together, pause }: World): Promise<void> => {
  let top = 'a'
  let changes = 0
  const pop = async (): Promise<void> => {
    const seen = { top, changes }
    await pause('compare') // pair: changedAndBack
    must(top !== seen.top || changes === seen.changes, 'looks the same and is not')
  }
  const swap = async (): Promise<void> => {
    await pause('away')
    top = 'b'
    changes++
    await pause('back') // pair: changedAndBack
    top = 'a'
    changes++
  }
  await together(pop, swap)
}

export const leakedTimer = async ({ together, pause }: World): Promise<void> => {
  let timer: NodeJS.Timeout | null = null
  const start = async (): Promise<void> => {
    await pause('check') // pair: leakedTimer
    if (timer !== null) return
    await pause('begin') // pair: leakedTimer
    timer = setInterval(() => {}, 1000) // made: leakedTimer
  }
  await together(start, start)
  if (timer !== null) clearInterval(timer)
}

export const lostItem = async ({ together, pause }: World): Promise<void> => {
  let buffer: string[] = ['first']
  const sent: string[] = []
  const flush = async (): Promise<void> => {
    await pause('begin')
    const batch = [...buffer]
    await pause('sent') // pair: lostItem
    sent.push(...batch)
    buffer = []
  }
  const add = async (): Promise<void> => {
    await pause('event') // pair: lostItem
    buffer.push('second')
  }
  await together(flush, add)
  must([...sent, ...buffer].includes('second'), 'an item was lost')
}

export const initialisedTwice = async ({ together, pause, slow }: World): Promise<void> => {
  let made = 0
  const load = slow(() => ++made, 'load')
  let single: number | null = null
  const instance = async (): Promise<number> => {
    await pause('ask') // pair: initialisedTwice
    if (single === null) single = await load() // pair: initialisedTwice
    return single
  }
  await together(instance, instance)
  must(made === 1, `made ${made} times`)
}

export const halfWritten = async ({ together, pause }: World): Promise<void> => {
  const account = { left: 5, right: 5 }
  const transfer = async (): Promise<void> => {
    await pause('take')
    account.left -= 3
    await pause('give') // pair: halfWritten
    account.right += 3
  }
  const audit = async (): Promise<void> => {
    await pause('look') // pair: halfWritten
    must(account.left + account.right === 10, 'the books do not balance')
  }
  await together(transfer, audit)
}

export const fileUpdate = async ({ together, dir }: World): Promise<void> => {
  const file = join(dir(), 'count')
  await writeFile(file, '0')
  const add = async (): Promise<void> => {
    const before = Number(await readFile(file, 'utf8')) // pair: fileUpdate
    await writeFile(file, String(before + 1))
  }
  await together(add, add)
  must((await readFile(file, 'utf8')) === '2', 'an update was lost')
}

export const lateTimer = async ({ together, pause }: World): Promise<void> => {
  let cancelled = false
  const work = async (): Promise<void> => {
    await pause('done') // pair: lateTimer
    must(!cancelled, 'cancelled work was done')
  }
  const limit = (): Promise<void> =>
    new Promise((resolve) => {
      // The callback is all that the step runs, and settles a promise.
      setTimeout(() => {
        cancelled = true
        resolve() // pair: lateTimer
      }, 5)
    })
  await together(work, limit)
}

export const paidTwice = async ({ together, pause }: World): Promise<void> => {
  const done = new Set<string>()
  let charges = 0
  const pay = async (): Promise<void> => {
    await pause('charge') // pair: paidTwice
    if (done.has('order')) return
    charges++
    await pause('note') // pair: paidTwice
    done.add('order')
  }
  await together({ request: pay, retry: pay })
  must(charges === 1, `charged ${charges} times`)
}

export const restoredByEach = async ({ together, pause }: World): Promise<void> => {
  let setting = 'off'
  const asked: (() => void)[] = []
  const run = async (): Promise<void> => {
    const before = setting
    setting = 'on'
    const answered = new Promise<void>((resolve) => asked.push(resolve))
    await pause('note') // pair: restoredByEach
    await answered // pair: restoredByEach
    setting = before
  }
  const answer = (): void => {
    for (const go of asked) go()
  }
  setTimeout(answer, 5)
  await together(run, run)
  must(setting === 'off', `the setting is ${setting}`)
}

export const endedTooEarly = async ({ together, pause }: World): Promise<void> => {
  const open = new Set<string>()
  const start = async (name: string): Promise<void> => {
    await pause('starts')
    await pause('is ready') // pair: endedTooEarly
    open.add(name)
  }
  const end = async (name: string): Promise<void> => {
    await pause('ends') // pair: endedTooEarly
    open.delete(name)
  }
  await together(
    () => start('one'),
    () => start('other'),
    () => end('one'),
    () => end('other'),
  )
  must(open.size === 0, 'something is left open')
}

/** Every handler is called at one line: the one that answers at once is told by its own. */
export const answeredAtOnce = async ({ together, pause }: World): Promise<void> => {
  const table = new Set(['s-1'])
  const handlers = {
    list: async () => [...table], // pair: answeredAtOnce
    close: async () => {
      await pause('torn down') // pair: answeredAtOnce
      table.delete('s-1')
      return []
    },
  }
  const asked = (name: keyof typeof handlers, afterMs: number) =>
    new Promise<string[]>((resolve) => {
      setTimeout(async () => {
        resolve(await handlers[name]())
      }, afterMs)
    })
  const [, listed] = await together(
    () => asked('close', 1),
    () => asked('list', 2),
  )
  must(listed.length === 0, 'what was closed is in the list')
}
