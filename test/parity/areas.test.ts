// How much has to be compared before anybody is told that the simulated thing is like the real one.
import { expect, test } from 'vitest'
import { areas } from './areas.js'

test.each([
  ['sockets', 40],
  ['files', 20],
  ['timers', 20],
  ['message ports', 10],
])('%s are compared by %i scripts at least, and each deviation is shown by one of them', (name, least) => {
  const area = areas.find((one) => one.name === name)
  expect(area?.scripts.length).toBeGreaterThanOrEqual(least)
  expect(area?.scripts).toEqual(expect.arrayContaining(area?.deviations.map(({ script }) => script) ?? []))
})
