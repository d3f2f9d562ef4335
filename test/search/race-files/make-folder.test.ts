// A folder is made with those above it, and where none can be made that is said at once.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../harness/search/race-files/make-folder.js'

test('folders are made with those above them, and one that is there is left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crosswire-folder-'))
  makeFolder(join(folder, 'a/b/c'))
  makeFolder(join(folder, 'a/b/c'))
  expect(existsSync(join(folder, 'a/b/c'))).toBe(true)
  rmSync(folder, { recursive: true })
})

// Node's own recursive mkdir never returns there.
test.skipIf(process.platform !== 'linux')('a file system that takes no folder says so', () => {
  expect(() => makeFolder('/proc/none/at/all')).toThrow('ENOENT')
})
