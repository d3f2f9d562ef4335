// The tool that edits subjects: what it writes is what a person would have written, and can be run.
import { expect, test } from 'vitest'
import { EDITS, type EditKind } from './edits.js'

const SOURCE = `import { readFile } from 'node:fs/promises'

export const load = async (path: string): Promise<{ path: string; text: string }> => {
  const text = await readFile(path, 'utf8')
  return { path, text }
}
`

const SHORT = `export const store = (redis: { get(key: string): Promise<string> }) => ({ read: (key: string) => redis.get(key) })
`

const edited = (kind: EditKind, place: number, source = SOURCE): string => EDITS[kind](source).at(place)

test('a comment moves what stands behind it', () => {
  expect(EDITS.comment(SOURCE).places).toBe(2)
  expect(edited('comment', 1)).toContain("'utf8')\n  // A remark\n// of several\n// lines.\nreturn { path, text }")
})

test('a variable is renamed wherever it is used, and properties keep their names', () => {
  expect(EDITS.rename(SOURCE).places).toBe(2)
  expect(edited('rename', 0)).toContain('async (pathRenamed: string): Promise<{ path: string; text: string }> => {')
  expect(edited('rename', 0)).toContain("readFile(pathRenamed, 'utf8')\n  return { path: pathRenamed, text }")
  expect(edited('rename', 1)).toContain('return { path, text: textRenamed }')
})

test('what is awaited is done by a helper', () => {
  expect(edited('helper', 0)).toContain("const text = await extracted(() => readFile(path, 'utf8'))")
  expect(edited('helper', 0)).toContain('async function extracted<T>')
  expect(edited('helper', 0, SHORT)).toContain('read: (key: string) => extracted(() => redis.get(key))')
})

test('a statement and an await stand before one that was there', () => {
  expect(edited('statement', 0)).toContain('=> {\n  void JSON.stringify({ seen: [1, 2, 3] })\nconst text')
  expect(edited('await', 1)).toContain('  await new Promise((resolve) => setImmediate(resolve))\nreturn { path, text }')
})

test('a short function waits before it returns', () => {
  expect(edited('await', 0, SHORT)).toContain(
    'read: async (key: string) => {\nawait new Promise((resolve) => setImmediate(resolve))\nreturn redis.get(key)\n}',
  )
})
