// The folder of documents on real files: what both versions do when a second save begins before the first has come to its rename.
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { openDocuments, type WriteFileAtomic } from '../../../scenarios/npm/write-file-atomic-queue/documents.js'
import { folder, untilRead } from '../support/peer.js'

const require = createRequire(import.meta.url)
const versions = { '2.1.0': 'write-file-atomic-faulty', '2.3.0': 'write-file-atomic-fixed' }
/** Through which both versions reach the file system. */
const fs = require('graceful-fs') as typeof import('node:fs')

const cleanups: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

const open = (version: keyof typeof versions) => {
  const { dir, remove } = folder()
  cleanups.push(remove)
  return openDocuments(require(versions[version]) as WriteFileAtomic, dir)
}

/** The first rename is slow: it waits for `goOn`. */
const slowRename = (): { readonly reached: Promise<void>; readonly renames: () => number; goOn(): void } => {
  const { rename } = fs
  let goOn = (): void => {}
  let isReached = (): void => {}
  const reached = new Promise<void>((resolve) => {
    isReached = resolve
  })
  const spy = vi.spyOn(fs, 'rename').mockImplementation((from, to, done) => {
    if (spy.mock.calls.length > 1) return rename(from, to, done)
    goOn = () => rename(from, to, done)
    isReached()
  })
  return { reached, renames: () => spy.mock.calls.length, goOn: () => goOn() }
}

test.each(['2.1.0', '2.3.0'] as const)('%s saves one text after the other', async (version) => {
  const documents = open(version)
  await documents.save('notes.md', 'first')
  await documents.save('notes.md', 'second')
  await documents.save('draft.md', 'third')
  expect(await documents.all()).toEqual({ 'notes.md': 'second', 'draft.md': 'third' })
})

test('2.1.0 puts the first text in the place of the second, which was saved later', async () => {
  const { reached, goOn } = slowRename()
  const documents = open('2.1.0')
  const first = documents.save('notes.md', 'first')
  await reached
  await documents.save('notes.md', 'second')
  goOn()
  await first
  expect(await documents.all()).toEqual({ 'notes.md': 'first' })
})

test('2.3.0 does not begin with the second before the first is in its place', async () => {
  const { reached, renames, goOn } = slowRename()
  const documents = open('2.3.0')
  const both = [documents.save('notes.md', 'first'), documents.save('notes.md', 'second')]
  await reached
  await untilRead()
  expect(renames()).toBe(1)
  goOn()
  await Promise.all(both)
  expect(await documents.all()).toEqual({ 'notes.md': 'second' })
})
