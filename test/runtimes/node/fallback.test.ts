// Where Node does not drain at once, each step takes a real turn of the loop: the kernel's own tests hold there too.
import { join } from 'node:path'
import { execaNode } from 'execa'
import { expect, test } from 'vitest'
import { ROOT } from '../../support/crosswire.js'

const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')

test("the kernel's tests pass with a turn of the loop for each step", { timeout: 300_000 }, async () => {
  const { all, exitCode } = await execaNode(
    VITEST,
    ['run', 'test/runtimes/node/kernel', 'test/runtimes/node/surroundings.test.ts'],
    {
      cwd: ROOT,
      reject: false,
      all: true,
      env: { CROSSWIRE_DRAIN: 'turns', NO_COLOR: '1' },
    },
  )
  expect(exitCode, all).toBe(0)
  expect(all).toMatch(/Tests\s+[1-9]\d* passed/)
})
