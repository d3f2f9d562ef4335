// The archive on real files: one letter after the other in both versions, and two at once into a folder that is not there.
import { createRequire } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { type MkdirpPackage, openArchive } from '../../../scenarios/npm/mkdirp-2/archive.js'
import { folder } from '../support/peer.js'

const require = createRequire(import.meta.url)
const versions = { '0.0.3': 'mkdirp-faulty', '0.0.6': 'mkdirp-fixed' }

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

const open = (version: keyof typeof versions) => {
  const { dir, remove } = folder()
  const archive = openArchive(require(versions[version]) as MkdirpPackage, dir)
  cleanups.push(remove, archive.close)
  return { archive, dir }
}

test.each(['0.0.3', '0.0.6'] as const)(
  '%s makes folders that are not there, and leaves alone those that are',
  async (version) => {
    const { archive } = open(version)
    expect(await archive.file('2024/03', 'a.txt', 'first')).toBe('first')
    expect(await archive.file('2024/03', 'b.txt', 'second')).toBe('second')
    expect(await archive.file('2024/04', 'c.txt', 'third')).toBe('third')
  },
)

/** Another one makes the folder after the package has asked whether it is there. */
const filedMeanwhile = (version: keyof typeof versions): Promise<string> => {
  const { archive, dir } = open(version)
  const path = require('node:path') as { exists(file: string, done: (exists: boolean) => void): void }
  const asks = path.exists
  path.exists = (file, done) =>
    asks(file, (exists) => {
      if (file === `${dir}/2024`) (require('node:fs') as typeof import('node:fs')).mkdirSync(file)
      done(exists)
    })
  return archive.file('2024', 'a.txt', 'text')
}

test('0.0.3 fails because the folder is there by then', async () => {
  await expect(filedMeanwhile('0.0.3')).rejects.toThrow('EEXIST')
})

test('0.0.6 takes the folder as it is', async () => {
  expect(await filedMeanwhile('0.0.6')).toBe('text')
})

test('what Node has no more is there only while an archive is open', () => {
  expect(require('node:path')).not.toHaveProperty('exists')
  const { archive } = open('0.0.6')
  expect(require('node:path')).toHaveProperty('exists')
  archive.close()
  expect(require('node:path')).not.toHaveProperty('exists')
})
