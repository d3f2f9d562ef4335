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
    async judge({ variant }, _, source) {
      asked.push(`${variant} ${source}`)
      return { fate: 'killed', by: source }
    },
    async close() {},
  }
  const open = (budget: number): Workshop => keeping(workshop, join(dir, 'kept.jsonl'), budget)
  const first = open(40)
  expect(await first.judge(TWIN, FILE, 'a')).toEqual({ fate: 'killed', by: 'a' })
  expect(await first.judge(TWIN, FILE, 'b')).toEqual({ fate: 'killed', by: 'b' })
  const again = open(40)
  expect(await again.judge(TWIN, FILE, 'b')).toEqual({ fate: 'killed', by: 'b' })
  expect(asked).toEqual(['fixed a', 'fixed b'])
  await again.judge({ ...TWIN, variant: 'other' }, FILE, 'b')
  await again.judge({ ...TWIN, around: [FILE, 'scenarios/support/locks.ts'] }, FILE, 'b')
  await open(41).judge(TWIN, FILE, 'b')
  expect(asked.slice(2)).toEqual(['other b', 'fixed b', 'fixed b'])
  rmSync(dir, { recursive: true })
})
