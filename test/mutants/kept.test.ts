// What is kept of a run: the next one asks only for what it does not know.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keeping } from './kept.js'
import type { Twin } from './twins.js'
import type { Workshop } from './workshop.js'

const FILE = 'scenarios/job-remove/fixed.ts'
const TWIN: Twin = { scenario: 'job-remove', variant: 'fixed', files: [FILE], around: [FILE] }

test('a mutant of which it is known what it came to is not searched again; another mutant, variant, budget or surrounding is', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'crosswire-kept-'))
  const asked: string[] = []
  const workshop: Workshop = {
    async judge({ variant }, { source }) {
      asked.push(`${variant} ${source}`)
      return { fate: 'killed', by: source }
    },
    async close() {},
  }
  const open = (): Workshop => keeping(workshop, join(dir, 'kept.jsonl'))
  const mutant = (source: string, budget = 40) => ({ file: FILE, source, budget })
  const first = open()
  expect(await first.judge(TWIN, mutant('a'))).toEqual({ fate: 'killed', by: 'a' })
  expect(await first.judge(TWIN, mutant('b'))).toEqual({ fate: 'killed', by: 'b' })
  const again = open()
  expect(await again.judge(TWIN, mutant('b'))).toEqual({ fate: 'killed', by: 'b' })
  expect(asked).toEqual(['fixed a', 'fixed b'])
  await again.judge({ ...TWIN, variant: 'other' }, mutant('b'))
  await again.judge({ ...TWIN, around: [FILE, 'scenarios/support/locks.ts'] }, mutant('b'))
  await open().judge(TWIN, mutant('b', 41))
  expect(asked.slice(2)).toEqual(['other b', 'fixed b', 'fixed b'])
  rmSync(dir, { recursive: true })
})
