// Small bugs of order: used before it is there, used after it is gone, answers that come in another order than the questions.
import { EventEmitter } from 'node:events'
import type { RaceBody } from '../../../harness/hosts/race-subject.js'
import { ensure } from './ensure.js'

const usedBeforeReady: RaceBody = async ({ together, pause }) => {
  let config: { port: number } | null = null
  await together(
    async () => {
      await pause('read file')
      await pause('parse')
      config = { port: 1 }
    },
    async () => {
      for (let i = 0; i < 4; i++) await pause('boot')
      ensure(config !== null, 'it starts without its config')
    },
  )
}

const usedAfterClose: RaceBody = async ({ together, pause }) => {
  let open = true
  await together(
    async () => {
      for (let i = 0; i < 3; i++) {
        await pause('query')
        ensure(open, 'a query after the close')
      }
    },
    async () => {
      for (let i = 0; i < 5; i++) await pause('shut down')
      open = false
    },
  )
}

const missedEvent: RaceBody = async ({ together, pause }) => {
  const bus = new EventEmitter()
  let seen = 0
  await together(
    async () => {
      await pause('subscribe')
      bus.on('done', () => seen++)
    },
    async () => {
      await pause('work')
      await pause('work more')
      bus.emit('done')
    },
  )
  ensure(seen === 1, 'nobody heard of it')
}

const swappedAnswers: RaceBody = async ({ together, pause }) => {
  const waiting: ((answer: string) => void)[] = []
  const ask = async (question: string) => {
    const answer = new Promise<string>((resolve) => waiting.push(resolve))
    void (async () => {
      await pause(`answer ${question}`)
      waiting.shift()?.(question)
    })()
    return answer
  }
  const [a, b] = await together(
    () => ask('a'),
    () => ask('b'),
  )
  ensure(a === 'a' && b === 'b', 'the answers are swapped')
}

const oneSlot: RaceBody = async ({ together, pause }) => {
  let slot = ''
  const ask = async (name: string, before: number) => {
    for (let i = 0; i < before; i++) await pause('wait')
    slot = name
    await pause('serve')
    return slot
  }
  const [a, b] = await together(
    () => ask('a', 0),
    () => ask('b', 2),
  )
  ensure(a === 'a' && b === 'b', 'one has the answer of the other')
}

const staleSearch: RaceBody = async ({ together, pause }) => {
  let shown = ''
  const search = async (text: string, hops: number) => {
    for (let i = 0; i < hops; i++) await pause(`search ${text}`)
    shown = text
  }
  await together(async () => {
    const first = search('c', 3)
    await pause('key')
    await Promise.all([first, search('cr', 3)])
  })
  ensure(shown === 'cr', 'the page shows what was asked before')
}

const droppedUnlessRead: RaceBody = async ({ together, pause }) => {
  const box: number[] = []
  const taken: number[] = []
  await together(
    async () => {
      for (let i = 0; i < 3; i++) {
        await pause('put')
        if (box.length > 0) box.pop()
        box.push(i)
      }
    },
    async () => {
      for (let i = 0; i < 3; i++) {
        await pause('take')
        const one = box.pop()
        if (one !== undefined) taken.push(one)
      }
    },
  )
  ensure(taken.length + box.length === 3, 'a message is gone')
}

const twoInARow: RaceBody = async ({ together, pause }) => {
  let order = ''
  const caller = (letter: string) => async () => {
    for (let i = 0; i < 3; i++) {
      await pause('step')
      order += letter
    }
  }
  await together(caller('a'), caller('b'))
  ensure(order !== 'aabbab', 'exactly this order')
}

const alternation: RaceBody = async ({ together, pause }) => {
  let order = ''
  const caller = (letter: string, steps: number) => async () => {
    for (let i = 0; i < steps; i++) {
      await pause('step')
      order += letter
    }
  }
  await together(caller('a', 3), caller('b', 3))
  ensure(order !== 'bababa', 'the other one always comes first')
}

const lastOfThree: RaceBody = async ({ together, pause }) => {
  const order: string[] = []
  const caller = (name: string) => async () => {
    await pause('run')
    order.push(name)
  }
  await together(caller('a'), caller('b'), caller('c'))
  ensure(order.join('') !== 'cba', 'backwards')
}

const backwards: RaceBody = async ({ together, pause }) => {
  const order: string[] = []
  const caller = (name: string) => async () => {
    await pause('run')
    order.push(name)
  }
  await together(caller('a'), caller('b'), caller('c'), caller('d'))
  ensure(order.join('') !== 'dcba', 'backwards, all four of them')
}

const bothPages: RaceBody = async ({ together, pause }) => {
  const shown = { left: '', right: '' }
  const load = async (page: 'left' | 'right', text: string, hops: number) => {
    for (let i = 0; i < hops; i++) await pause(`load ${text}`)
    shown[page] = text
  }
  await together(
    () => load('left', 'old left', 1),
    () => load('left', 'new left', 3),
    () => load('right', 'old right', 1),
    () => load('right', 'new right', 3),
  )
  ensure(shown.left === 'new left' || shown.right === 'new right', 'both pages are old')
}

const unsubscribed: RaceBody = async ({ together, pause }) => {
  let listening = true
  let heard = 0
  await together(
    async () => {
      await pause('tick')
      await pause('tick')
      listening = false
    },
    async () => {
      for (let i = 0; i < 4; i++) {
        await pause('event')
        if (listening) heard++
      }
    },
  )
  ensure(heard < 4, 'the listener was never taken off')
}

const calmFailure: RaceBody = async ({ together, pause }) => {
  let sum = 0
  const add = async () => {
    const before = sum
    await pause('add')
    sum = before + 1
  }
  await together(add, add)
  ensure(sum === 2, 'lost in every order')
}

export const ORDER_BUGS: Readonly<Record<string, RaceBody>> = {
  'used before it is ready': usedBeforeReady,
  'used after the close': usedAfterClose,
  'missed event': missedEvent,
  'swapped answers': swappedAnswers,
  'one slot': oneSlot,
  'stale search': staleSearch,
  'dropped unless read': droppedUnlessRead,
  'two in a row': twoInARow,
  alternation,
  'last of three': lastOfThree,
  backwards,
  'both pages': bothPages,
  unsubscribed,
  'fails calmly': calmFailure,
}
