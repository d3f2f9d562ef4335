// The same script on real Node and in the simulated world: same events, same order. A random schedule keeps the order too,
// because each script holds nothing but orders that Node guarantees.
import { describe, expect, test } from 'vitest'
import { randomWalk } from '../../support/run.js'
import { onNode, type Script, simulated } from '../both.js'
import { agreed } from '../deviation.js'
import { timerScripts } from './all-scripts.js'
import { deviations } from './deviations.js'

describe.each(Object.entries(timerScripts))('%s', (name, script) => {
  const known = agreed(deviations, name)

  test('the calmest schedule shows the events of real Node', async () => {
    const events = await onNode(script)
    expect(events.length).toBeGreaterThan(0)
    expect(known(await simulated(script))).toEqual(known(events))
  })

  test('so does every other schedule', async () => {
    const calmly = await simulated(script)
    for (let seed = 1; seed <= 20; seed++) expect(await simulated(script, randomWalk(seed))).toEqual(calmly)
  })
})

test.each(deviations)('$script: the deviation is one', async ({ script }) => {
  expect(await simulated(timerScripts[script] as Script)).not.toEqual(await onNode(timerScripts[script] as Script))
})
