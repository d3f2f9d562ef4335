// Small bugs in which two hands reach for the same data: lost updates, checks that do not hold any more, stale reads, torn state.
import type { RaceBody } from '../../../harness/hosts/race-subject.js'
import { ensure, lateStep } from './ensure.js'

const lostUpdate: RaceBody = async ({ together, pause }) => {
  let balance = 0
  const deposit = async () => {
    const before = balance
    await pause('write')
    balance = before + 1
  }
  await together(deposit, async () => {
    await pause('read')
    await deposit()
  })
  ensure(balance === 2, 'a deposit is lost')
}

const lostUpdateOfThree: RaceBody = async ({ together, pause }) => {
  let balance = 0
  const deposit = (steps: number) => async () => {
    for (let i = 0; i < steps; i++) await pause('think')
    const before = balance
    await pause('write')
    balance = before + 1
  }
  await together(deposit(0), deposit(2), deposit(4))
  ensure(balance > 1, 'two deposits are lost')
}

const checkThenAct: RaceBody = async ({ together, pause, slow }) => {
  let seats = 1
  const free = slow(() => seats, 'count')
  const buy = async () => {
    if ((await free()) > 0) seats--
  }
  await together(buy, async () => {
    await pause('log in')
    await pause('search')
    await pause('choose')
    await buy()
  })
  ensure(seats === 0, 'one seat is sold twice')
}

const aba: RaceBody = async ({ together, pause }) => {
  let head = 'A'
  let touched = false
  await together(
    async () => {
      const seen = head
      await pause('swap')
      if (head === seen) ensure(!touched, 'the head is the same and the list is not')
    },
    async () => {
      await pause('pop')
      head = 'B'
      await pause('push')
      touched = true
      head = 'A'
    },
  )
}

const doubleFree: RaceBody = async ({ together, pause }) => {
  let freed = 0
  const block = { owner: true }
  const release = (delay: number) => async () => {
    for (let i = 0; i < delay; i++) await pause('work')
    if (!block.owner) return
    await pause('free')
    freed++
    block.owner = false
  }
  await together(release(0), release(3))
  ensure(freed === 1, 'freed twice')
}

const staleCache: RaceBody = async ({ together, pause }) => {
  let stored = 1
  let cached: number | null = null
  await together(
    async () => {
      const read = stored
      await pause('fill')
      cached = read
    },
    async () => {
      await pause('write')
      stored = 2
      cached = null
    },
  )
  ensure(cached === null || cached === stored, 'the cache holds what is not true any more')
}

const doubleInit: RaceBody = async ({ together, pause }) => {
  let made = 0
  let connection: object | null = null
  const connect = async () => {
    if (connection !== null) return
    await pause('dial')
    made++
    connection = {}
  }
  await together(connect, async () => {
    await pause('wait')
    await pause('wait more')
    await connect()
  })
  ensure(made === 1, 'connected twice')
}

const tornRead: RaceBody = async ({ together, pause }) => {
  const point = { x: 0, y: 0 }
  await together(
    async () => {
      point.x = 1
      await pause('y')
      point.y = 1
    },
    async () => {
      await pause('look')
      await pause('look closer')
      ensure(point.x === point.y, 'half of the point is old')
    },
  )
}

const writeSkew: RaceBody = async ({ together, pause }) => {
  const onCall = new Set(['ann', 'bob'])
  const leave = (name: string, steps: number) => async () => {
    for (let i = 0; i < steps; i++) await pause('hesitate')
    if (onCall.size < 2) return
    await pause('leave')
    onCall.delete(name)
  }
  await together(leave('ann', 0), leave('bob', 2))
  ensure(onCall.size > 0, 'nobody is on call')
}

const lastWriterLoses: RaceBody = async ({ together, pause }) => {
  let saved = ''
  const type = async (text: string, hops: number) => {
    for (let i = 0; i < hops; i++) await pause(`save ${text}`)
    saved = text
  }
  await together(
    () => type('draft', 2),
    () => type('final', 5),
  )
  ensure(saved === 'final', 'the draft is what was saved')
}

const sequenceNumbers: RaceBody = async ({ together, pause }) => {
  let next = 1
  const given: number[] = []
  const take = async () => {
    const mine = next
    await pause('reserve')
    next = mine + 1
    given.push(mine)
  }
  await together(take, async () => {
    await pause('sit')
    await take()
    await take()
  })
  ensure(new Set(given).size === given.length, 'a number was given twice')
}

const doubleSpend: RaceBody = async ({ together, slow }) => {
  let money = 10
  const balance = slow(async () => money, 'balance')
  const pay = slow(async (amount: number) => {
    money -= amount
  }, 'pay')
  await together(
    async () => {
      if ((await balance()) >= 10) await pay(10)
    },
    async () => {
      for (let i = 0; i < 3; i++) await balance()
      if ((await balance()) >= 10) await pay(10)
    },
  )
  ensure(money >= 0, 'more is spent than there was')
}

const lateSixteen: RaceBody = lateStep(16)

export const DATA_BUGS: Readonly<Record<string, RaceBody>> = {
  'lost update': lostUpdate,
  'lost update of three': lostUpdateOfThree,
  'check then act': checkThenAct,
  ABA: aba,
  'double free': doubleFree,
  'stale cache': staleCache,
  'double initialisation': doubleInit,
  'torn read': tornRead,
  'write skew': writeSkew,
  'last writer loses': lastWriterLoses,
  'sequence numbers': sequenceNumbers,
  'double spend': doubleSpend,
  'late by sixteen': lateSixteen,
}
