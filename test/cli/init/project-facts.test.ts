// What `crosswire init` sees in a project: its runner, its language, where its tests lie.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { firstRace } from '../../../harness/cli/init/first-race.js'
import { nextSteps } from '../../../harness/cli/init/next-steps.js'
import { type ProjectFacts, projectFacts } from '../../../harness/cli/init/project-facts.js'

let top: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'crosswire-init-'))
})
afterEach(() => rmSync(top, { recursive: true }))

/** Files by path; a package.json as an object. */
const facts = (files: Readonly<Record<string, string | object>>, folder = '.'): ProjectFacts => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, file)), { recursive: true })
    writeFileSync(join(top, file), typeof text === 'string' ? text : JSON.stringify(text))
  }
  return projectFacts(join(top, folder))
}

const vitest = { devDependencies: { vitest: '*' } }

describe('the runner', () => {
  test.each<[string, Readonly<Record<string, string | object>>, string]>([
    ['vitest, where it is installed', { 'package.json': vitest }, 'vitest'],
    ['vitest, where it is configured', { 'package.json': {}, 'vitest.config.ts': '' }, 'vitest'],
    ['vitest, where npm test runs it', { 'package.json': { scripts: { test: 'vitest run' } } }, 'vitest'],
    [
      "Node's own, where npm test runs it",
      { 'package.json': { ...vitest, scripts: { test: 'node --import tsx --test' } } },
      'node:test',
    ],
    ["Node's own, where nothing else is there", { 'package.json': { scripts: { test: 'jest' } } }, 'node:test'],
  ])('is %s', (_, files, runner) => {
    expect(facts(files).runner).toBe(runner)
  })

  test('of a package in a monorepo is that of its root, where it says nothing itself', () => {
    const root = { workspaces: ['packages/*'], ...vitest }
    const files = { 'package.json': root, 'packages/a/package.json': { type: 'module' }, 'packages/a/src/x.js': '' }
    expect(facts(files, 'packages/a/src')).toMatchObject({ runner: 'vitest', module: 'ESM', root: join(top, 'packages/a') })
    expect(facts({ 'packages/a/package.json': { scripts: { test: 'node --test' } } }, 'packages/a').runner).toBe('node:test')
  })
})

describe('the language', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a tsconfig.json', { 'tsconfig.json': '{}' }, 'TypeScript'],
    ['a source in it', { 'src/x.ts': '' }, 'TypeScript'],
    ['nothing of it', { 'src/x.js': '', 'src/x.d.ts': '', 'vitest.config.ts': '', 'node_modules/x/x.ts': '' }, 'JavaScript'],
  ])('by %s', (_, files, language) => {
    expect(facts({ 'package.json': {}, ...files }).language).toBe(language)
  })
})

describe('tests lie', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['where a test lies, named as it is', { 'src/a.spec.js': '', 'test/fixture.js': '' }, 'src/first-race.spec.js'],
    ['at the top, where one lies there', { 'a.test.js': '', 'src/b.test.js': '' }, 'first-race.test.js'],
    ['in the folder for them that is there', { '__tests__/helper.js': '' }, '__tests__/first-race.test.js'],
    ['not where those of a browser lie', { 'e2e/a.spec.js': '' }, 'test/first-race.test.js'],
    ['not in another package', { 'packages/a/package.json': '{}', 'packages/a/a.spec.js': '' }, 'test/first-race.test.js'],
  ])('%s', (_, files, file) => {
    expect(firstRace(facts({ 'package.json': vitest, ...files }), { canRequire: true }).file).toBe(file)
  })
})

describe('the kind of module', () => {
  test.each<[string, string, boolean, string]>([
    ['CommonJS', 'JavaScript', true, 'test/first-race.test.js'],
    ['CommonJS', 'JavaScript', false, 'test/first-race.test.mjs'],
    ['CommonJS', 'TypeScript', true, 'test/first-race.test.mts'],
    ['ESM', 'JavaScript', true, 'test/first-race.test.js'],
    ['ESM', 'TypeScript', true, 'test/first-race.test.ts'],
  ])(
    "of a test of Node's own runner in %s, %s (can require: %s) is that of the project",
    (module, language, canRequire, file) => {
      const found = facts({ 'package.json': {} })
      const race = firstRace({ ...found, module, language } as ProjectFacts, { canRequire })
      expect(race.file).toBe(file)
      expect(race.text.includes('require(')).toBe(file.endsWith('.js') && module === 'CommonJS')
    },
  )
})

describe('the next steps', () => {
  const steps = (files: Readonly<Record<string, string | object>>, folder = '.', stripsTypes = false) => {
    const found = facts(files, folder)
    const { file } = firstRace(found, { canRequire: true })
    return nextSteps(found, file, { stripsTypes, cwd: join(top, folder) })
  }

  test('install what is missing with the package manager of the project, and run the one file', () => {
    expect(steps({ 'package.json': vitest, 'pnpm-lock.yaml': '' })).toEqual({
      install: 'pnpm add --save-dev crosswire',
      run: 'pnpm exec vitest run test/first-race.test.js',
    })
    expect(steps({ 'package.json': { dependencies: { crosswire: '*' }, ...vitest }, 'pnpm-lock.yaml': '' }).install).toBeNull()
  })

  test('are run from the folder of the package', () => {
    expect(steps({ 'package.json': {}, 'src/x.js': '' }, 'src').run).toBe('cd .. && node --test test/first-race.test.js')
  })

  test('load a transpiler where Node does not run TypeScript by itself', () => {
    const files = { 'package.json': { type: 'module' }, 'tsconfig.json': '{}' }
    expect(steps(files)).toEqual({
      install: 'npm install --save-dev crosswire tsx',
      run: 'node --import tsx --test test/first-race.test.ts',
    })
    expect(steps(files, '.', true)).toEqual({
      install: 'npm install --save-dev crosswire',
      run: 'node --test test/first-race.test.ts',
    })
  })
})

test('a folder without a package.json, and one that cannot be read, are refused by name', () => {
  expect(() => projectFacts(top)).toThrow(/^BAD_OPTION: there is no package\.json in /)
  expect(() => facts({ 'package.json': '{ "type": ' })).toThrow(/^BAD_CONFIG: .*package\.json cannot be read: /)
})
