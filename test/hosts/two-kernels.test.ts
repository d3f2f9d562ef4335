// Two copies of crosswire in one process are an error by name, in the real hosts: each would be the owner of time and of everything else.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'

let project: Project
beforeAll(async () => {
  project = await createProject('node-test-esm')
})
afterAll(() => project.remove())

const nodeTest = (folder: string, file: string) =>
  project.run('node', ['--import', 'crosswire/register', '--test', '--test-reporter=spec', join(folder, file)])

test('one copy, preloaded and imported, is one', async () => {
  const { exitCode, output } = await nodeTest('.', 'two-copies.test.js')
  expect(output).toContain('200 schedules explored')
  expect(exitCode).toBe(0)
})

test('a package that brings a version of its own, beside the one that is preloaded', async () => {
  const other = join(project.dir, 'packages/other')
  cpSync(join(project.dir, 'node_modules/crosswire'), join(other, 'node_modules/crosswire'), { recursive: true })
  cpSync(join(project.dir, 'two-copies.test.js'), join(other, 'two-copies.test.js'))
  const { exitCode, output } = await nodeTest('packages/other', 'two-copies.test.js')
  expect(output).toContain('TWO_KERNELS: another copy of crosswire has installed its interceptions in this process')
  expect(output).toMatch(/found: +\/.*\/node_modules\/crosswire\/.*, then \/.*\/packages\/other\/node_modules\/crosswire\//)
  expect(output).toContain('npm ls crosswire')
  expect(exitCode).toBe(1)
})

test('a bundle that holds crosswire, beside the one that is preloaded', async () => {
  const bundled = ['--bundle', '--platform=node', '--format=esm', '--outfile=bundled.test.mjs']
  const built = await project.run(join(project.dir, 'node_modules/esbuild/bin/esbuild'), ['two-copies.test.js', ...bundled])
  expect(built.exitCode, built.output).toBe(0)
  const { exitCode, output } = await nodeTest('.', 'bundled.test.mjs')
  expect(output).toContain('TWO_KERNELS')
  expect(output).toMatch(/found: .*bundled\.test\.mjs/)
  expect(exitCode).toBe(1)
})

test('inlined by vitest, beside the one that is preloaded', async () => {
  project.write('inlined.test.js', "import { race } from 'crosswire/vitest'\nrace('never declared', () => {})\n")
  project.write('inlined.config.js', "export default { test: { server: { deps: { inline: ['crosswire'] } } } }\n")
  const preload = ['--execArgv=--import', '--execArgv=crosswire/register']
  const { exitCode, output } = await project.tool('vitest', ['run', 'inlined.test.js', '--config=inlined.config.js', ...preload])
  expect(output).toContain('TWO_KERNELS')
  expect(output).toContain('server.deps.external')
  expect(exitCode).toBe(1)
})
