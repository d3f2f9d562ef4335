// The same script on the real file system and in the simulated world: same events, same order.
import { describe, expect, test } from 'vitest'
import { randomWalk } from '../../support/run.js'
import { callbacks } from './scripts/callbacks.js'
import { failures } from './scripts/failures.js'
import { promises } from './scripts/promises.js'
import { streams } from './scripts/streams.js'
import { trees } from './scripts/trees.js'
import { onNode, simulated } from './stage.js'

const scripts = { ...callbacks, ...promises, ...streams, ...trees, ...failures }

describe.each(Object.entries(scripts))('%s', (_name, script) => {
  test('the calmest schedule shows the events of the real file system', async () => {
    const events = await onNode(script)
    expect(events.length).toBeGreaterThan(0)
    expect(await simulated(script)).toEqual(events)
  })

  // One line of work: whatever the schedule, its operations come one after the other.
  test('so does every other schedule', async () => {
    const calmly = await simulated(script)
    for (let seed = 1; seed <= 5; seed++) expect(await simulated(script, randomWalk(seed))).toEqual(calmly)
  })
})
