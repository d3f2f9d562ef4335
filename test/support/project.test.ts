// What the tests of hosts and command line call a user's project is one: nothing in it leads back to this repository.
import { realpathSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project } from './project.js'

let project: Project
beforeAll(async () => {
  project = await createProject('box-office', { folder: 'my project/größe 日本' })
})
afterAll(() => project.remove())

const RESOLVE = `
  import { createRequire } from 'node:module'
  import { pathToFileURL } from 'node:url'
  const [, ...names] = process.argv
  const at = (name, from) => {
    try {
      return createRequire(from).resolve(name)
    } catch (error) {
      return error.code
    }
  }
  const here = process.cwd() + '/x.js'
  const crosswire = at('crosswire/package.json', here)
  console.log(JSON.stringify(names.map((name) => [at(name, here), at(name, crosswire)])))
`

const resolved = async (...names: string[]): Promise<string[]> => {
  const { stdout } = await project.run('node', ['--input-type=module', '-e', RESOLVE, ...names])
  return JSON.parse(stdout).flat()
}

test('crosswire, what it depends on and vitest are found inside the project', async () => {
  for (const file of await resolved(
    'crosswire',
    'crosswire/package.json',

    'fast-check',
    'vitest/package.json',
  )) {
    expect(realpathSync(file)).toBe(file)
    expect(file.startsWith(`${realpathSync(project.dir)}/node_modules/`)).toBe(true)
  }
})

test('a package that only this repository has is not found, from the project or from crosswire', async () => {
  expect(await resolved('@biomejs/biome/package.json', 'playwright-core')).toEqual(Array(4).fill('MODULE_NOT_FOUND'))
})

test('sources and tests are not packed', async () => {
  const found = await resolved('crosswire/harness/cli/main.ts', 'crosswire/test/support/project.ts')
  for (const code of found) expect(code).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  expect(() => project.read('node_modules/crosswire/harness/cli/main.ts')).toThrow('ENOENT')
  expect(() => project.read('node_modules/crosswire/test/support/project.ts')).toThrow('ENOENT')
})

test('its commands run as npx would find them', async () => {
  expect((await project.tool('crosswire', ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+$/)
  expect((await project.run('npx', ['--no', '--', 'vitest', '--version'])).stdout).toContain('vitest/')
})
