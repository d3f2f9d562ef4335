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
