// One script, two worlds: real sockets and an execution log the same events in the same order, across all participants.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calm, type Policy } from '../../../harness/core/policy.js'
import { randomWalk, run } from '../../support/run.js'
import { agreed } from '../deviation.js'
import { deviations } from './deviations.js'
import { plays } from './scripts/index.js'
import { createStage, type Family, type Script, wait } from './stage.js'

/**
 * The claim is that the calmest schedule is an order which the real system shows, so one agreeing run is enough; a loaded
 * machine shows other orders now and then (a timer that is late).
 */
const REAL_RUNS = 5
const SEEDS = 10

const playForReal = async (script: Script, family: Family): Promise<string[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'parity-'))
  const log: string[] = []
  try {
    await wait(1)
    await script.play(createStage(family, directory, (what) => log.push(what)))
    await wait(20)
  } finally {
    rmSync(directory, { recursive: true })
  }
  return log
}

const simulate = async (script: Script, family: Family, policy: Policy) => {
  const log: string[] = []
  const execution = await run(async (controls) => {
    await wait(1)
    await script.play(createStage(family, controls.dir(), (what) => log.push(what)))
  }, policy)
  return { log, execution }
}

const known = ({ name }: Script, family: Family) => agreed(deviations, name, family)

describe.each(plays)('$script.name, over $family', ({ script, family }) => {
  test('the calmest schedule is what real sockets show', async () => {
    const { log, execution } = await simulate(script, family, calm)
    expect(execution.end).toEqual({ kind: 'completed', message: '' })
    expect(execution.leftovers).toEqual([])
    const simulated = known(script, family)(log)
    let real: readonly string[] = []
    for (let i = 0; i < REAL_RUNS && real.join('\n') !== simulated.join('\n'); i++) {
      real = known(script, family)(await playForReal(script, family))
    }
    expect(simulated).toEqual(real)
  })

  test('no schedule gets stuck', async () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const { execution, log } = await simulate(script, family, randomWalk(seed))
      expect({ seed, end: execution.end, leftovers: execution.leftovers, log }).toMatchObject({
        end: { kind: 'completed' },
        leftovers: [],
      })
    }
  })
})

const deviating = plays.filter(({ script, family }) =>
  deviations.some((one) => one.script === script.name && (one.family ?? family) === family),
)

// One run of five that differs is enough: a loaded machine shows other orders now and then.
test.each(deviating)('$script.name, over $family: the deviation is one', async ({ script, family }) => {
  const { log } = await simulate(script, family, calm)
  let real = log
  for (let i = 0; i < REAL_RUNS && real.join('\n') === log.join('\n'); i++) real = await playForReal(script, family)
  expect(real).not.toEqual(log)
})

test('every deviation is about a script that is played', () => {
  const played = deviations.filter(({ script, family }) =>
    plays.some((play) => play.script.name === script && (family ?? play.family) === play.family),
  )
  expect(played).toEqual(deviations)
})
