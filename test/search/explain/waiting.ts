// Bodies that come to a standstill. Lines with `// waits: NAME` are where somebody waits for ever.
import type { World } from '../../../harness/callers/world.js'

export const missedByOne = async ({ together, pause }: World): Promise<void> => {
  const waiting: (() => void)[] = []
  let ready = false
  await together({
    ann: async () => {
      if (ready) return
      await pause('prepare')
      await new Promise<void>((resolve) => waiting.push(resolve)) // waits: missedByOne
    },
    bob: async () => {
      await pause('produce')
      ready = true
      for (const wake of waiting.splice(0)) wake()
    },
  })
}

export const oneSlot = async ({ together, pause }: World): Promise<void> => {
  let wake: (() => void) | null = null
  let seats = 0
  const park = (resolve: () => void): void => {
    wake = resolve
  }
  const take = async (): Promise<void> => {
    await pause('look')
    if (seats === 0) await new Promise<void>(park) // waits: oneSlot
    seats--
  }
  const free = async (): Promise<void> => {
    await pause('free')
    seats++
    wake?.()
  }
  await together({ ann: take, bob: take, carl: free, dora: () => pause('late').then(free) })
}

export const madeByOne = async ({ together, pause }: World): Promise<void> => {
  let open: (() => void) | null = null
  let gate: Promise<void> | null = null
  let isOpen = false
  await together({
    ann: async () => {
      gate = new Promise((resolve) => {
        open = resolve
      })
      await pause('a')
      await gate // waits: madeByOne
    },
    bob: async () => {
      await pause('b')
      await gate // waits: madeByOne
    },
    carl: async () => {
      await pause('c')
      await pause('c')
      if (isOpen) open?.()
      else {
        await pause('c')
        await new Promise(() => {}) // waits: madeByOne
      }
    },
    dora: async () => {
      await pause('d')
      await pause('d')
      isOpen = true
    },
  })
}

export const returned = async ({ together, pause }: World): Promise<void> => {
  const items: number[] = []
  const takers: ((item: number) => void)[] = []
  const put = async (item: number): Promise<void> => {
    await pause('store')
    const taker = takers.shift()
    if (taker === undefined) items.push(item)
    else taker(item)
  }
  const take = async (): Promise<number> => {
    if (items.length > 0) return items.shift() as number
    await pause('look')
    return new Promise((resolve) => takers.push(resolve)) // waits: returned
  }
  await together({ consumer: () => take(), producer: () => put(1) })
}

export const handedOver = async ({ together, pause }: World): Promise<void> => {
  const takers: (() => void)[] = []
  const take = (): Promise<void> => new Promise((resolve) => takers.push(resolve)) // waits: handedOver
  await together({
    consumer: () => take(),
    thief: () => pause('steal').then(() => takers.splice(0)),
    producer: async () => {
      await pause('produce')
      takers.shift()?.()
    },
  })
}

export const noLine = async ({ together, pause }: World): Promise<void> => {
  const never = new Promise<void>(() => {})
  let isLate = false
  const late = async (): Promise<void> => {
    await pause('come late')
    isLate = true
  }
  await together({ ann: () => pause('look').then(() => (isLate ? never : undefined)), bob: late })
}
