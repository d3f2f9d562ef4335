// What a race file knows of its reason is told where its race fails again, and as recorded.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asFound, readRaceFile } from '../../../harness/search/race-files/index.js'
import { crosswire, ROOT } from '../../support/crosswire.js'

const FILE = join(ROOT, 'test/races/rpc-shared-socket.faulty.swapped-responses.json')
const stored = readRaceFile(FILE)

test('a replay on the command line tells it, marked as recorded', async () => {
  const { sentence } = stored.race.explanation ?? {}
  expect(sentence).toContain('(checked)')
  const { stdout } = await crosswire('replay', FILE)
  expect(stdout.replace(/\s+/g, ' ')).toContain(`Note: as it was found: ${sentence}`)
})

test('places are told from the working directory, and nothing is told of another failure, or where nothing is known', () => {
  const [, pair] = asFound(stored, { isSame: true, cwd: ROOT })
  expect(pair).toMatch(/^as it was found, the order of these two decided: \w+ at scenarios\/rpc-shared-socket\/\S+:\d+ `/)
  expect(asFound(stored, { isSame: false, cwd: ROOT })).toEqual([])
  const { explanation: _, ...race } = stored.race
  expect(asFound({ ...stored, race }, { isSame: true, cwd: ROOT })).toEqual([])
})
