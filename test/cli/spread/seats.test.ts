// Who gets a seat: so many jobs at a time, whole searches before help.
import { expect, test } from 'vitest'
import { createSeats, type Job } from '../../../harness/cli/spread/seats.js'

test('so many run at a time, in order, and jobs that jobs add', async () => {
  const seats = createSeats(2)
  const started: string[] = []
  let running = 0
  let most = 0
  const job =
    (name: string, then?: () => void): Job =>
    async () => {
      started.push(name)
      most = Math.max(most, ++running)
      await Promise.resolve()
      then?.()
      running--
    }
  seats.add(job('a', () => seats.add(job('d'))))
  seats.add(job('b'))
  seats.add(job('c'))
  await seats.idle()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  expect(most).toBe(2)
})

test('help is asked for only while nothing waits, and again whenever a seat is free', async () => {
  const seats = createSeats(2)
  const did: string[] = []
  const ends: (() => void)[] = []
  const job =
    (name: string): Job =>
    () => {
      did.push(name)
      return new Promise((resolve) => ends.push(resolve))
    }
  const endFirst = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  let left = 2
  for (const name of ['a', 'b', 'c']) seats.add(job(name))
  const endHelp = seats.addHelp(() => (left > 0 ? job(`help ${left--}`) : null))
  expect(did).toEqual(['a', 'b'])
  await endFirst()
  expect(did).toEqual(['a', 'b', 'c'])
  await endFirst()
  expect(did).toEqual(['a', 'b', 'c', 'help 2'])
  await endFirst()
  expect(did.at(-1)).toBe('help 1')
  left = 1
  endHelp()
  await endFirst()
  expect(did).toHaveLength(5)
  seats.addHelp(() => (left > 0 ? job(`late ${left--}`) : null))
  expect(did.at(-1)).toBe('late 1')
  await endFirst()
  await endFirst()
  await seats.idle()
})

test('who had nothing to help with is asked again once it says so', () => {
  const seats = createSeats(1)
  let has = false
  let helped = 0
  seats.addHelp(() => (has && helped === 0 ? async () => void helped++ : null))
  has = true
  expect(helped).toBe(0)
  seats.wake()
  expect(helped).toBe(1)
})
