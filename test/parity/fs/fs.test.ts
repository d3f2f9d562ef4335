// The same script on the real file system and in the simulated world: same events, same order.
import { describe, expect, test } from 'vitest'
import { randomWalk } from '../../support/run.js'
import { agreed } from '../deviation.js'
import { deviations } from './deviations.js'
import { scripts } from './scripts/index.js'
import { onNode, type Script, simulated } from './stage.js'

describe.each(Object.entries(scripts))('%s', (name, script) => {
  const known = agreed(deviations, name)

  test('the calmest schedule shows the events of the real file system', async () => {
    const events = await onNode(script)
    expect(events.length).toBeGreaterThan(0)
    expect(known(await simulated(script))).toEqual(known(events))
  })

  // One line of work: whatever the schedule, its operations come one after the other.
  test('so does every other schedule', async () => {
    const calmly = await simulated(script)
    for (let seed = 1; seed <= 5; seed++) expect(await simulated(script, randomWalk(seed))).toEqual(calmly)
  })
})

test.each(deviations)('$script: the deviation is one', async ({ script }) => {
  expect(await simulated(scripts[script] as Script)).not.toEqual(await onNode(scripts[script] as Script))
})
