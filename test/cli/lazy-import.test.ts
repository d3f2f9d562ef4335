// A subject that loads modules inside of executions: an import completes within its step, so that the same seed gives the same search.
import { expect, test } from 'vitest'
import { crosswire, fixture } from '../support/crosswire.js'

interface Report {
  readonly variant: string
  readonly met: boolean
  readonly executions: number
  readonly distinct: number
}

test('modules that an operation loads, Node’s own and others, are no native work: the search is the same each time', async () => {
  // The fault needs no special order. 60 executions of the repaired one have some 45 interleavings.
  const search = async (): Promise<unknown[]> => {
    const { exitCode, stdout } = await crosswire('run', fixture('lazy-import.mjs'), '--budget', '60', '--jobs', '1', '--json')
    expect(exitCode, stdout).toBe(0)
    return JSON.parse(stdout).reports.map(({ variant, met, executions, distinct }: Report) => [
      variant,
      met,
      executions,
      distinct,
    ])
  }
  const [first, second] = await Promise.all([search(), search()])
  expect(first).toEqual([
    ['faulty', true, 1, 1],
    ['fixed', true, 60, expect.any(Number)],
  ])
  expect(second).toEqual(first)
})
