// What docs/jobs.md says of several machines is done: each line of its matrix is run, as that many machines would, and then the one that merges.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execaNode } from 'execa'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { type Block, blocksOf } from './blocks.js'

const project = mkdtempSync(join(tmpdir(), 'crosswire-docs-jobs-'))
afterAll(() => rmSync(project, { recursive: true }))

const run = async (command: string): Promise<string> => {
  const [npx, crosswire, ...args] = command.split(' ')
  expect([npx, crosswire]).toEqual(['npx', 'crosswire'])
  const main = join(ROOT, 'dist/harness/cli/main.js')
  const { stdout } = await execaNode(main, args, { cwd: project, env: { NO_COLOR: '1' } })
  return stdout
}

test('the parts of the matrix merge to what the page shows', async () => {
  const [scenario, workflow, merges] = blocksOf('docs/jobs.md') as [Block, Block, Block]
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(ROOT, join(project, 'node_modules', 'crosswire'))
  writeFileSync(join(project, scenario.info), scenario.text)
  const text = workflow.text
  const parts = JSON.parse(/part: (\[.*\])/.exec(text)?.[1] ?? '[]') as number[]
  const [part = '', merge = ''] = [...text.matchAll(/- run: (.*)/g)].map(([, command = '']) => command)
  expect(parts).toEqual([1, 2, 3])
  for (const n of parts) await run(part.replace(/\$\{\{ matrix\.part \}\}/g, String(n)))
  const shown = await run(merge)
  for (const line of merges.text.trim().split('\n')) expect(shown).toContain(line)
})
