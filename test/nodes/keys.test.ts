// The same keys on every major of Node, so that a token that was found on one means the same on all others.
import { execa } from 'execa'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { binaryOf, MAJORS, type Major } from './binaries.js'

/** By body: the keys of all steps, one line for each schedule. */
type Keys = Readonly<Record<string, readonly string[]>>

const keysOn = async (node: string): Promise<Keys> => {
  const { stdout } = await execa(node, ['--import', 'tsx', 'test/nodes/print-keys.ts'], { cwd: ROOT })
  return JSON.parse(stdout)
}

const binaries = MAJORS.map((major) => [major, binaryOf(major)] as const).filter(
  (one): one is readonly [Major, string] => one[1] !== null,
)

describe.skipIf(binaries.length === 0)('keys', { timeout: 300_000 }, () => {
  let here: Keys
  beforeAll(async () => {
    here = await keysOn(process.execPath)
  }, 300_000)

  test.each(binaries)('are the same on Node %s, in the same order', async (_major, node) => {
    const there = await keysOn(node)
    expect(there).toEqual(here)
    expect(new Set(Object.values(here).flat()).size).toBeGreaterThan(100)
  })
})
