// From a source to its mutants: each changes one thing, and is a program still.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { mutantsOf } from './generate.js'
import { allTwins } from './twins.js'

const changes = (source: string): string[] => mutantsOf(source).map(({ kind, was, becomes }) => `${kind}: ${was} -> ${becomes}`)

test.each<[string, readonly string[]]>([
  ['if (a > b) c()', ['condition: a > b -> !(a > b)', 'condition: a > b -> true', 'condition: a > b -> false']],
  ['const x = a ? b : c', ['condition: a -> !(a)', 'condition: a -> true', 'condition: a -> false']],
  ['for (;;) break', []],
  ['a ??= b()', ['check: a ??= b() -> a = b()']],
  ['a && b.run()', ['check: a && b.run() -> b.run()', 'check: a && b.run() -> a']],
  ['const a = b ?? c', []],
  [
    'await tableLock.run(async () => work())',
    [
      'await: await tableLock.run(async () => work()) -> tableLock.run(async () => work())',
      'lock: tableLock.run(async () => work()) -> (async () => (async () => work())())()',
    ],
  ],
  ["locks.alone('key', work)", ["lock: locks.alone('key', work) -> (async () => (work)())()"]],
  ['lastTurn.catch(() => {})', []],
  ['const alone = (work) => work()', []],
  ['sessions.delete(id)', ['cleanup: sessions.delete(id) -> undefined']],
  ['delete process.env.NAME', ['cleanup: delete process.env.NAME -> undefined']],
  ['a(!waiting.delete(id))', ['cleanup: waiting.delete(id) -> true']],
  ['await worker?.close()', ['await: await worker?.close() -> worker?.close()', 'cleanup: worker?.close() -> undefined']],
  [
    "socket.off('data', f).off('end', g)",
    ["cleanup: socket.off('data', f).off('end', g) -> undefined", "cleanup: socket.off('data', f) -> socket"],
  ],
  ['clearTimeout(timer)', ['cleanup: clearTimeout(timer) -> undefined']],
])('%s', (source, expected) => {
  expect(changes(source)).toEqual(expected)
})

test('those with the same texts have a number each, and a line', () => {
  const mutants = mutantsOf('map.clear()\n\nmap.clear()')
  expect(mutants.map(({ line, nth, source }) => ({ line, nth, source }))).toEqual([
    { line: 1, nth: 1, source: 'undefined\n\nmap.clear()' },
    { line: 3, nth: 2, source: 'map.clear()\n\nundefined' },
  ])
})

test('every fixed twin of the registry has a lock, a check or a cleanup, and each mutant of it is another program', async () => {
  const twins = await allTwins()
  expect(twins.map(({ scenario, variant }) => `${scenario} ${variant}`)).toEqual(
    expect.arrayContaining(['rpc-shared-socket fixed', 'rpc-shared-socket fixed-by-ids', 'rpc-file-sequence fixed']),
  )
  for (const { files } of twins) expect(files.flatMap((file) => mutantsOf(read(file))).length).toBeGreaterThan(0)
  for (const file of new Set(twins.flatMap(({ files }) => files))) {
    const mutants = mutantsOf(read(file))
    expect(new Set(mutants.map(({ source }) => source)).has(read(file))).toBe(false)
    for (const { source } of mutants) expect(() => parse(source, { sourceType: 'module', plugins: ['typescript'] })).not.toThrow()
  }
})

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
