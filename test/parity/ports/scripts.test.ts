// The same script on the ports of real Node and on simulated ones: same events, same order, under every schedule.
import { describe, expect, test } from 'vitest'
import { randomWalk } from '../../support/run.js'
import { onNode, simulated } from '../both.js'
import { scripts } from './scripts.js'

describe.each(Object.entries(scripts))('%s', (_name, script) => {
  test('the calmest schedule shows the events of real Node', async () => {
    const events = await onNode(script)
    expect(events.length).toBeGreaterThan(0)
    expect(await simulated(script)).toEqual(events)
  })

  test('so does every other schedule: nothing but ports, timers and immediates is about', async () => {
    const calmly = await simulated(script)
    for (let seed = 1; seed <= 20; seed++) expect(await simulated(script, randomWalk(seed))).toEqual(calmly)
  })
})
