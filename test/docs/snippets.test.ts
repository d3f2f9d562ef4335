// The docs' code is run: files are written as they appear, and what a page says that a run shows has to be in its output.
//
// In a page, a code block whose info string names a file (```js box-office.js) is that file from there on. A block `text fails` or
// `text passes` stands for a run of vitest over the files so far; each of its lines has to appear in the output.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execaNode } from 'execa'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { type Block, blocksOf } from './blocks.js'

const projects: string[] = []
afterAll(() => {
  for (const project of projects) rmSync(project, { recursive: true, force: true })
})

/** A folder as a user has one: an own package.json, the built package and vitest installed. */
const newProject = (): string => {
  const project = mkdtempSync(join(tmpdir(), 'crosswire-docs-'))
  projects.push(project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(ROOT, join(project, 'node_modules', 'crosswire'))
  symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(project, 'node_modules', 'vitest'))
  return project
}

const runVitest = (project: string) =>
  execaNode(join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), ['run', '--reporter=verbose'], {
    cwd: project,
    reject: false,
    all: true,
    env: { NO_COLOR: '1', CI: '1' },
  })

const shows = async (project: string, { info, text }: Block): Promise<void> => {
  const { all, exitCode } = await runVitest(project)
  expect(exitCode, all).toBe(info === 'passes' ? 0 : 1)
  const shown = squeezed(all)
  for (const line of text.split('\n').map(squeezed)) expect(shown).toContain(line)
}

/** Widths of columns depend on the longest word of a run. */
const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()

test.each(['README.md', 'docs/tutorial.md', 'docs/recipes.md'])('what %s shows is so', async (page) => {
  const project = newProject()
  const blocks = blocksOf(page)
  expect(blocks.filter(({ info }) => info === 'passes' || info === 'fails').length).toBeGreaterThan(0)
  for (const block of blocks) {
    if (block.info === 'passes' || block.info === 'fails') await shows(project, block)
    else {
      mkdirSync(dirname(join(project, block.info)), { recursive: true })
      writeFileSync(join(project, block.info), block.text)
    }
  }
})
