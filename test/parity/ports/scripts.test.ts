// The same script on the ports of real Node and on simulated ones: same events, same order, under every schedule.
import { describe, expect, test } from 'vitest'
import { isWithout } from '../../../harness/runtimes/node/without.js'
import { randomWalk } from '../../support/run.js'
import { onNode, simulated } from '../both.js'
import { scripts } from './scripts.js'

/** Tells what events carry. */
const TRANSFERRED = 'a port that is transferred arrives as a new one, and talks to the old one’s peer'

describe.each(Object.entries(scripts))('%s', (name, script) => {
  test.skipIf(name === TRANSFERRED && isWithout('ports'))('the calmest schedule shows the events of real Node', async () => {
    const events = await onNode(script)
    expect(events.length).toBeGreaterThan(0)
    expect(await simulated(script)).toEqual(events)
  })

  test('so does every other schedule: nothing but ports, timers and immediates is about', async () => {
    const calmly = await simulated(script)
    for (let seed = 1; seed <= 20; seed++) expect(await simulated(script, randomWalk(seed))).toEqual(calmly)
  })
})
