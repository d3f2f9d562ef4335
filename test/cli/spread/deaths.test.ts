// How many processes may die under one search.
import { expect, test } from 'vitest'
import type { Problem } from '../../../harness/cli/messages.js'
import { createDeaths } from '../../../harness/cli/spread/deaths.js'

const killed: Problem = {
  code: 'WORKER_DIED',
  fault: 'driver',
  text: 'WORKER_DIED: the process that searches was killed by SIGKILL\n  last lines of stderr',
}

test('the third death over one share ends the search, whatever else was done', () => {
  const deaths = createDeaths()
  expect(deaths.take(7, killed, 500)).toBeNull()
  expect(deaths.take(8, killed, 500)).toBeNull()
  expect(deaths.take(7, killed, 500)).toBeNull()
  expect(deaths.take(7, killed, 500)?.text).toContain('so did those that took its place: 3 in all')
})

test('the eleventh over all shares ends one that gets nowhere', () => {
  const deaths = createDeaths()
  const ends = Array.from({ length: 11 }, (_, share) => deaths.take(share, killed, 9))
  expect(ends.slice(0, 10).every((end) => end === null)).toBe(true)
  expect(ends[10]?.text).toContain('so did others before, over other shares: 11 in all, while 9 shares were done')
})

test('one that gets on in spite of them may lose one process for ten shares', () => {
  const deaths = createDeaths()
  const ends = Array.from({ length: 40 }, (_, n) => deaths.take(n, killed, 10 * n))
  expect(ends.filter((end) => end !== null)).toEqual([])
  expect(deaths.notes()).toEqual([
    'the process that searches was killed by SIGKILL (40 times): another one took its place, and did again what was not done',
  ])
})

test('any other end is final, and no death', () => {
  const deaths = createDeaths()
  const exited: Problem = { code: 'SUBJECT_EXITED', fault: 'usage', text: 'SUBJECT_EXITED: code 1' }
  expect(deaths.take(0, exited, 0)).toBe(exited)
  expect(deaths.notes()).toEqual([])
})
