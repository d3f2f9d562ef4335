// import() inside an execution under this test runner, which fetches modules from its own server in real turns of the loop.
import fsp from 'node:fs/promises'
import { expect, test } from 'vitest'
import { HarnessError } from '../../../harness/core/errors.js'
import type { Body } from '../../../harness/core/runtime.js'
import { isWithout } from '../../../harness/runtimes/node/without.js'
import { randomWalk, run } from '../../support/run.js'

const attempt = (body: Body, record = false) => run(body, randomWalk(1), { record }).catch((error: unknown) => error)

test.skipIf(isWithout('files')).each([false, true])(
  'the first load is waited for and named, the next execution is an ordinary one (recorded: %s)',
  async (record) => {
    const seen: number[] = []
    const body: Body = async (controls) => {
      const load = async () => {
        // Each turn of this test loads a module that was not loaded before.
        const { value } = record
          ? await import('../../fixtures/files/lazy/lazy-1.js')
          : await import('../../fixtures/files/lazy/lazy-2.js')
        seen.push(value)
      }
      await Promise.all([controls.as('ann', load), controls.as('bob', () => fsp.writeFile(`${controls.dir()}/f`, 'x'))])
    }
    const refused = await attempt(body, record)
    expect(refused).toBeInstanceOf(HarnessError)
    expect((refused as HarnessError).code).toBe('IMPORT_INSIDE_EXECUTION')
    expect((refused as HarnessError).message).toMatch(/lazy-\d\.ts/)
    const { end, stats } = await run(body, randomWalk(1), { record })
    expect(end).toMatchObject({ kind: 'completed', message: '' })
    expect(stats.steps).toBe(6)
    expect(seen).toHaveLength(2)
  },
)

test('a load that the body does not wait for is waited for all the same: it lands in no later execution', async () => {
  let loaded = false
  const refused = await attempt(() => {
    void import('../../fixtures/files/lazy/lazy-3.js').then(() => {
      loaded = true
    })
  })
  expect((refused as HarnessError).code).toBe('IMPORT_INSIDE_EXECUTION')
  expect(loaded).toBe(true)
})
