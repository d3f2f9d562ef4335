// The same script on real Node and in the simulated world: same events, same order. A random schedule keeps the order too,
// because each script holds nothing but orders that Node guarantees.
import { describe, expect, test } from 'vitest'
import { randomWalk } from '../../support/run.js'
import { onNode, simulated } from '../both.js'
import { promisedScripts } from './promised-scripts.js'
import { scripts } from './scripts.js'

describe.each(Object.entries({ ...scripts, ...promisedScripts }))('%s', (_name, script) => {
  test('the calmest schedule shows the events of real Node', async () => {
    const events = await onNode(script)
    expect(events.length).toBeGreaterThan(0)
    expect(await simulated(script)).toEqual(events)
  })

  test('so does every other schedule', async () => {
    const calmly = await simulated(script)
    for (let seed = 1; seed <= 20; seed++) expect(await simulated(script, randomWalk(seed))).toEqual(calmly)
  })
})
