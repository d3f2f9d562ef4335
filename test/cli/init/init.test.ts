// `crosswire init` in projects of each kind: what it writes fails on purpose in the real runner, and passes once it is mended.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execaNode } from 'execa'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { firstRace } from '../../../harness/cli/init/first-race.js'
import { projectFacts } from '../../../harness/cli/init/project-facts.js'
import { ROOT } from '../../support/crosswire.js'
import { createProject, type Project } from '../../support/project.js'

let project: Project
let packageJson: string
beforeAll(async () => {
  project = await createProject('plain-js-esm', { folder: 'my project' })
  // Without its own races: init is for a project that has none, and would put the first one beside them.
  for (const own of ['races', 'crosswire.config.js', 'tickets.scenario.js']) rmSync(join(project.dir, own), { recursive: true })
  packageJson = project.read('package.json')
})
afterAll(() => project.remove())
afterEach(() => {
  rmSync(join(project.dir, 'test'), { recursive: true, force: true })
  rmSync(join(project.dir, 'tsconfig.json'), { force: true })
  project.write('package.json', packageJson)
})

const init = (...args: string[]) => project.tool('crosswire', ['init', ...args])

const all = { crosswire: '*', vitest: '*', tsx: '*' }

describe('the first race', () => {
  test.each([
    ['vitest, JavaScript, CommonJS', { scripts: { test: 'vitest' } }, null, 'test/first-race.test.js'],
    ['vitest, TypeScript, ESM', { type: 'module', scripts: { test: 'vitest' } }, '{}', 'test/first-race.test.ts'],
    ['node:test, JavaScript, ESM', { type: 'module', scripts: { test: 'node --test' } }, null, 'test/first-race.test.js'],
    ['node:test, JavaScript, CommonJS', { scripts: { test: 'node --test' } }, null, /test\/first-race\.test\.m?js/],
    ['node:test, TypeScript, CommonJS', { scripts: { test: 'node --test' } }, '{}', 'test/first-race.test.mts'],
  ])('of %s fails with the interleaving, and passes with the line that it names', async (_, facts, tsconfig, name) => {
    project.write('package.json', JSON.stringify({ ...facts, devDependencies: all }))
    if (tsconfig !== null) project.write('tsconfig.json', tsconfig)
    const { stdout, exitCode, output } = await init('--json')
    expect(exitCode, output).toBe(0)
    const { file, result, next } = JSON.parse(stdout)
    expect({ file, result, install: next.install }).toEqual({ file: expect.stringMatching(name), result: 'wrote', install: null })

    const failing = await project.run('bash', ['-c', next.run])
    expect(failing.output).toContain('the results are those of what was typed last')
    expect(failing.output).toContain('shrunk to 2 callers, 1 slow task')
    expect(failing.output).toMatch(/^ *(second +first|first +second)$/m)
    expect(failing.output).toContain('first was slow')
    expect(failing.output).toMatch(/CROSSWIRE_REPLAY='cw1\./)
    expect(failing.exitCode).toBe(1)

    const mended = project.read(file).replace('// if (text', 'if (text')
    expect(mended).not.toBe(project.read(file))
    project.write(file, mended)
    const passing = await project.run('bash', ['-c', next.run])
    expect(passing.exitCode, passing.output).toBe(0)
    expect(passing.output).toMatch(/# pass 1|Tests +1 passed/)
  })

  test('in TypeScript has the types that it needs, for either runner', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crosswire-init-types-'))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(ROOT, join(folder, 'node_modules/crosswire'))
    for (const name of ['vitest', '@types']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const options = {
      strict: true,
      module: 'nodenext',
      noEmit: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      types: ['node'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true } }))
    for (const runner of ['vitest', 'node:test'] as const) {
      const { text } = firstRace({ ...projectFacts(folder), runner }, { canRequire: true })
      writeFileSync(join(folder, `${runner.replace(':', '-')}.ts`), text)
    }
    const { exitCode, all: output } = await execaNode(join(ROOT, 'node_modules/typescript/bin/tsc'), ['-p', '.'], {
      cwd: folder,
      reject: false,
      all: true,
    })
    rmSync(folder, { recursive: true })
    expect(output).toBe('')
    expect(exitCode).toBe(0)
  })
})

describe('for a person', () => {
  test('it says what it wrote and what to do next, and a second time that it stays as it is', async () => {
    const first = await init()
    expect(first.stdout).toMatchInlineSnapshot(`
      "wrote test/first-race.test.js
      It is a test of vitest and fails on purpose, to show what a failure looks like; a comment in it says what mends it. Run it:
        npx vitest run test/first-race.test.js"
    `)
    project.write('test/first-race.test.js', 'mine')
    const second = await init()
    expect(second.stdout).toMatch(/^skipped test\/first-race\.test\.js: it is there, and stays as it is\n/)
    expect(second.exitCode).toBe(0)
    expect(project.read('test/first-race.test.js')).toBe('mine')
    expect(project.read('package.json')).toBe(packageJson)
  })

  test('with --dry-run it writes nothing, and --runner goes before what it finds', async () => {
    const { stdout, exitCode } = await init('--dry-run', '--runner', 'node-test')
    expect(stdout).toContain('would write test/first-race.test.js\nIt is a test of node:test')
    expect(stdout).toContain('\n  node --test test/first-race.test.js')
    expect(exitCode).toBe(0)
    expect(() => project.read('test/first-race.test.js')).toThrow('ENOENT')
  })

  test.each([
    ['an unknown runner', ['--runner', 'jest'], 'BAD_OPTION: there is no runner named `jest`\n  expected: vitest or node-test'],
    ['an unknown option', ['--runer', 'vitest'], "BAD_OPTION: unknown option '--runer'"],
    ['a place that is none', [], /BAD_OPTION: .*test\/first-race\.test\.js cannot be written: /],
  ])('%s ends with 2', async (_, args, says) => {
    project.write('test', '')
    const { stderr, stdout, exitCode } = await init(...args)
    expect(stderr).toMatch(says)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })
})
