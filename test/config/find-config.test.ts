// Where a config file is looked for: upwards, to the root of the package or the monorepo, and no further.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findConfig } from '../../harness/config/find-config.js'

let top: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'crosswire-find-'))
})
afterEach(() => rmSync(top, { recursive: true }))

const write = (file: string, text = '{}'): void => {
  mkdirSync(dirname(join(top, file)), { recursive: true })
  writeFileSync(join(top, file), text)
}

const found = (folder: string): string | null => {
  const file = findConfig(join(top, folder))
  return file === null ? null : file.slice(top.length + 1)
}

test.each(['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'])('crosswire.config.%s is one', (extension) => {
  write('a/package.json')
  write(`a/crosswire.config.${extension}`)
  expect(found('a')).toBe(`a/crosswire.config.${extension}`)
})

test('it is found from a folder of the package', () => {
  write('a/package.json')
  write('a/crosswire.config.ts')
  write('a/src/deep/x.js')
  expect(found('a/src/deep')).toBe('a/crosswire.config.ts')
})

test('above the root of a package that belongs to no monorepo nothing is looked for', () => {
  write('crosswire.config.ts')
  write('a/package.json')
  expect(found('a')).toBeNull()
  mkdirSync(join(top, 'b'))
  expect(found('b')).toBeNull()
})

test.each([
  ['npm or yarn', 'package.json', '{ "workspaces": ["packages/*"] }'],
  ['pnpm', 'pnpm-workspace.yaml', ''],
  ['a repository', '.git/HEAD', ''],
])('a package in a monorepo has that of the root, and none from above it: %s', (_, file, text) => {
  write(`mono/${file}`, text)
  write('mono/packages/a/package.json')
  write('crosswire.config.ts')
  expect(found('mono/packages/a')).toBeNull()
  write('mono/crosswire.config.mjs')
  expect(found('mono/packages/a')).toBe('mono/crosswire.config.mjs')
  write('mono/packages/a/crosswire.config.json')
  expect(found('mono/packages/a')).toBe('mono/packages/a/crosswire.config.json')
})

test('two of them in one folder are refused, by name', () => {
  write('a/package.json')
  write('a/crosswire.config.ts')
  write('a/crosswire.config.json')
  expect(() => found('a')).toThrow(
    /^BAD_CONFIG: there are 2 config files in .*\/a\n {2}found: +crosswire\.config\.json, crosswire\.config\.ts\n/,
  )
})
