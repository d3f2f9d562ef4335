// Which files a fixed twin is made of: everything that works in it, and nobody who visits or judges it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { allTwins } from './twins.js'

const twins = await allTwins()
const filesOf = (scenario: string, variant = 'fixed'): readonly string[] =>
  twins.find((twin) => twin.scenario === scenario && twin.variant === variant)?.files ?? []

test('a part of a larger thing is mutated with the ordinary parts that stand around it', () => {
  const ordinary = ['gateway', 'lifecycle', 'resume', 'turns', 'heartbeat', 'serve', 'worker', 'lock', 'settings', 'equip']
  expect(filesOf('session-worker')).toEqual(
    expect.arrayContaining(ordinary.map((name) => `scenarios/session-gateway/${name}.ts`)),
  )
})

test('but not with the one whose place it takes', () => {
  expect(filesOf('session-worker')[0]).toBe('scenarios/session-worker/fixed.ts')
  expect(filesOf('session-worker')).not.toContain('scenarios/session-gateway/attach.ts')
  expect(filesOf('session-resume')).not.toContain('scenarios/session-gateway/resume.ts')
  expect(filesOf('session-reap')).toEqual(
    expect.arrayContaining(['scenarios/session-gateway/attach.ts', 'scenarios/session-gateway/resume.ts']),
  )
})

test('what wraps another repair is mutated with it', () => {
  const files = filesOf('cache-delete', 'fixed-by-second-look')
  expect(files).toEqual(expect.arrayContaining(['scenarios/cache-delete/fixed.ts', 'scenarios/session-cache/writer.ts']))
  expect(files).not.toContain('scenarios/cache-get-or-create/fixed.ts')
})

test('a twin that is a whole has what it imports, and no more', () => {
  expect(filesOf('job-remove')).toEqual(['scenarios/job-remove/fixed.ts', 'scenarios/support/locks.ts'])
})

test('nothing of a twin knows crosswire', () => {
  const files = [...new Set(twins.flatMap(({ files }) => files))]
  const knowing = files.filter((file) => /from '.*\/harness\/|from 'crosswire/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(knowing).toEqual([])
})

test.each<[string, readonly string[]]>([
  ['session-gateway', ['client.ts', 'house.ts', 'oracles.ts', 'session-helper.ts', 'session-worker.ts', 'surroundings.ts']],
  ['approvals', ['conversations.ts', 'house.ts', 'judges.ts', 'people.ts', 'service.ts', 'types.ts']],
  ['session-cache', ['flushes.ts', 'oracles.ts', 'scene.ts', 'store.ts', 'uses.ts']],
])('of %s only who visits it, judges it and stands around it is in no twin', (family, outside) => {
  const folder = `scenarios/${family}`
  const inTwins = new Set(twins.flatMap(({ files }) => files))
  const others = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.ts') && !inTwins.has(`${folder}/${name}`))
  expect(others).toEqual(outside)
})
