// The docs' code is run: files are written as they appear, and what a page says that a run shows has to be in its output.
//
// In a page, a code block whose info string names a file (```js box-office.js) is that file from there on. A block `text fails` or
// `text passes` stands for a run over the files so far, of vitest or of the command that follows (```text passes node check.js); each of
// its lines has to appear in the output.
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

/** What the pages use beside crosswire. */
const INSTALLED = ['vitest', 'fast-check', 'ws', 'ioredis']

/** A folder as a user has one: an own package.json, the built package and what else is used installed. */
const newProject = (): string => {
  const project = mkdtempSync(join(tmpdir(), 'crosswire-docs-'))
  projects.push(project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(ROOT, join(project, 'node_modules', 'crosswire'))
  for (const name of INSTALLED) symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
  return project
}

const VITEST = `${join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')} run --reporter=verbose`

/** `command`: of Node. Nothing of this test run is in the environment that it gets. */
const run = (project: string, command: string) => {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, NO_COLOR: '1', CI: '1' }
  return execaNode({ cwd: project, reject: false, all: true, env, extendEnv: false })`${command.split(' ')}`
}

const shows = async (project: string, { info, rest, text }: Block): Promise<void> => {
  const { all, exitCode } = await run(project, rest === '' ? VITEST : rest.replace(/^node /, ''))
  expect(exitCode, all).toBe(info === 'passes' ? 0 : 1)
  const shown = squeezed(all)
  for (const line of text.split('\n').map(squeezed)) expect(shown).toContain(line)
}

/** Widths of columns depend on the longest word of a run. */
const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()

test.each([
  'README.md',
  'docs/tutorial.md',
  'docs/recipes.md',
  'docs/runners.md',
  'docs/settings.md',
  'docs/race-files.md',
  'docs/oracles.md',
])('what %s shows is so', async (page) => {
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
