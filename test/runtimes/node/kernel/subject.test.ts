// Errors that reach nobody are leftovers, with the place at which they were made.
import { expect, test } from 'vitest'
import { immediate, kernel, run } from '../../../support/run.js'

test('an unhandled rejection and an uncaught error say where they were made', async () => {
  const lose = async (): Promise<never> => {
    await immediate()
    throw new Error('lost')
  }
  const { leftovers } = await run(async () => {
    void lose()
    kernel().once('io', 'throws', () => {
      throw new TypeError('out of a callback')
    })
    await immediate()
    await immediate()
  })
  const here = expect.stringMatching(/^test\/runtimes\/node\/kernel\/subject\.test\.ts:\d+$/)
  expect(leftovers).toEqual([
    { kind: 'rejection', what: 'Error: lost', actor: expect.any(String), referenced: true, at: here },
    { kind: 'error', what: 'TypeError: out of a callback', actor: expect.any(String), referenced: true, at: here },
  ])
})

test('what is no error has no place', async () => {
  const { leftovers } = await run(async () => {
    void Promise.reject('a text')
    await immediate()
  })
  expect(leftovers).toEqual([{ kind: 'rejection', what: 'a text', actor: expect.any(String), referenced: true }])
})
