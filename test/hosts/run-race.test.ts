// A race as a host runs it, without a host around it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_MODEL, modelId } from '../../harness/core/limits.js'
import { follow } from '../../harness/core/policy.js'
import { exploreRace, type Race, type RaceMeans } from '../../harness/hosts/explore-race.js'
import { type Declared, judged } from '../../harness/hosts/run-race.js'
import { decodeToken, encodeToken } from '../../harness/search/index.js'
import '../support/run.js'

const runRace = async (race: Race & Declared, means: RaceMeans): Promise<string> => judged(await exploreRace(race, means), race)

const race = {
  id: 'two pauses',
  name: 'two pauses',
  body: ({ together, pause }: { together: (...thunks: (() => unknown)[]) => unknown; pause: () => unknown }) =>
    together(pause, pause),
  options: {},
  declaredAt: '',
}

const replayed = (id: string): Promise<string> => {
  const token = encodeToken({
    format: 1,
    id,
    runtime: 'node',
    model: modelId(DEFAULT_MODEL),
    workload: { callers: [], subjectSeed: 0 },
    policy: follow([{ at: 'ann|gone|1', nth: 1, step: 99, take: 'bob|gone|1', index: 7 }]),
  })
  const env = { CROSSWIRE_REPLAY: token, CROSSWIRE_BUDGET: '10' }
  return runRace(race, { env, signal: new AbortController().signal, replayCommand: (word) => word })
}

test('a token that does not fit any more is refused by name, with what it looked for', async () => {
  await expect(replayed('two pauses')).rejects.toThrow(
    /^REPLAY_DIVERGED: the token does not fit `two pauses` any more\n {2}found: +neither ann\|gone\|1 nor bob\|gone\|1\n/,
  )
})

test('the token of another race is left to that one', async () => {
  expect(await replayed('another')).toMatch(/^10 schedules explored/)
})

test('a race that keeps going tells each distinct failure, the one that leads last, with its replay line at the end', async () => {
  const body = async ({ together, pause }: { together: (...thunks: (() => unknown)[]) => unknown; pause: () => unknown }) => {
    let order = ''
    const caller = (name: string) => async () => {
      await pause()
      order += name
    }
    await together(caller('a'), caller('b'), caller('c'))
    if (order === 'bac') throw new RangeError('b comes first')
    if (order === 'acb') await new Promise<void>(() => {})
  }
  const going = { ...race, id: 'going', body, options: { keepGoing: true, budget: 60 } }
  const told = runRace(going, { env: {}, signal: new AbortController().signal, replayCommand: (word) => word })
  await expect(told).rejects.toThrow(/b comes first/)
  const text = String(await told.catch((error: unknown) => error))
  expect(text.match(/^ {2}Replay: cw1\./gm)).toHaveLength(2)
  expect(text).toContain('never-settles')
})

test('a race file that fails is told with a token that holds its schedule, and nothing of what was found with it', async () => {
  const races = mkdtempSync(join(tmpdir(), 'crosswire-run-race-'))
  const body = async ({ together, pause }: { together: (...thunks: (() => unknown)[]) => unknown; pause: () => unknown }) => {
    let last = ''
    await together(pause, async () => {
      await pause()
      last = 'bob'
    })
    if (last === 'bob') throw new RangeError('bob comes last')
  }
  const failing = { ...race, id: 'run-race.test.ts > fails', body, races }
  const means = { signal: new AbortController().signal, replayCommand: (word: string) => word }
  try {
    await expect(runRace(failing, { ...means, env: { CROSSWIRE_SAVE: '1' } })).rejects.toThrow('Saved: ')
    const told = String(await runRace(failing, { ...means, env: {} }).catch((error: unknown) => error))
    expect(told).toMatch(/it fails, found again by\s+key/)
    const [, token = ''] = /^ {2}Replay: (\S+)$/m.exec(told) ?? []
    expect(Object.keys(decodeToken(token)).sort()).toEqual(['format', 'id', 'model', 'policy', 'runtime', 'workload'])
  } finally {
    rmSync(races, { recursive: true, force: true })
  }
})
