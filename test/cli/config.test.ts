// `crosswire.config.*` as users write it, in a project of its own: every kind of file, what is wrong with one, and which value holds.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'

let project: Project
beforeAll(async () => {
  project = await createProject('plain-esm', { folder: 'my project/größe', packages: [] })
  project.write(
    'counter.scenario.js',
    `import { createTicketCounter } from './ticket-counter.js'
    const ask = { tag: 'x' }
    export default {
      name: 'tickets',
      callers: { count: { min: 2, max: 2 }, each: { min: 1, max: 1 }, operations: { take: () => ask } },
      subject: () => createTicketCounter,
      oracles: [],
      open: (create, { controls }) => {
        const counter = create()
        return { call: () => controls.pause('queue').then(counter.takeSafely) }
      },
    }`,
  )
})
afterAll(() => project.remove())
afterEach(() => written.splice(0).forEach((file) => void project.delete(file)))

const written: string[] = []
const config = (name: string, text: string): void => {
  written.push(name)
  project.write(name, text)
}

type Row = { readonly name: string; readonly value: unknown; readonly text: string; readonly from: string; readonly at: string }

const doctor = async (env?: Record<string, string>): Promise<Record<string, Row>> => {
  const { stdout, exitCode, output } = await project.tool('crosswire', ['doctor', '--json'], env)
  expect(exitCode, output).toBe(0)
  return Object.fromEntries((JSON.parse(stdout).settings as Row[]).map((row) => [row.name, row]))
}

const DEFINED = "import { defineConfig } from 'crosswire'\nexport default defineConfig({ seed: 7, limits: { steps: 50 } })\n"
const TYPED = `${DEFINED.replace('seed: 7', 'seed: SEED')}const SEED: number = 7\n`.replace(/(.*\n)(.*\n)(.*\n)/, '$1$3$2')
const ENUM = TYPED.replace('const SEED: number = 7', 'enum Seed { Fixed = 7 }\nconst SEED = Seed.Fixed')

describe('a config file', () => {
  test.each([
    ['crosswire.config.js', DEFINED],
    ['crosswire.config.mjs', DEFINED],
    ['crosswire.config.cjs', 'module.exports = { seed: 7, limits: { steps: 50 } }'],
    ['crosswire.config.json', '{ "seed": 7, "limits": { "steps": 50 } }'],
    ['crosswire.config.ts', TYPED],
    ['crosswire.config.mts', ENUM],
    ['crosswire.config.cts', 'const config: object = { seed: 7, limits: { steps: 50 } }\nmodule.exports = config'],
  ])('%s is read, and doctor says where each value comes from', async (name, text) => {
    config(name, text)
    const rows = await doctor({ CROSSWIRE_BUDGET: '30s' })
    const at = `${project.dir}/${name}`
    expect(rows).toMatchObject({
      'budget of a variant': { value: { ms: 30_000 }, text: '30 s', from: 'environment', at: 'CROSSWIRE_BUDGET' },
      'budget of race()': { value: { ms: 30_000 }, from: 'environment' },
      seed: { value: 7, from: 'config', at },
      'limits.steps': { value: 50, from: 'config', at },
      strategy: { value: 'portfolio', from: 'default', at: null },
    })
  })

  test('doctor names it for a person as it is seen from the folder', async () => {
    config('crosswire.config.mjs', DEFINED)
    project.write('src/x.js', '')
    const { stdout } = await project.within('src').tool('crosswire', ['doctor'])
    expect(stdout).toMatch(/^ {3}seed +7 +\.\.\/crosswire\.config\.mjs$/m)
    expect(stdout).toMatch(/^ {3}strategy +portfolio +default$/m)
  })
})

describe('a config file that is wrong ends with 2 and is named with its key', () => {
  test.each([
    [
      'a key',
      'ts',
      'export default { budgte: 5 as number }',
      /BAD_CONFIG: .*crosswire\.config\.ts has the key `budgte`, which means nothing/,
    ],
    [
      'a value',
      'json',
      '{ "limits": { "steps": 0 } }',
      /BAD_CONFIG: `limits\.steps` in .*config\.json is not what it must be\n {2}found: +0\n/,
    ],
    ['no default export', 'mjs', '', /BAD_CONFIG: .*config\.mjs exports no settings/],
    [
      'a syntax error',
      'ts',
      'export default {\n  seed: : 7,\n}',
      /BAD_CONFIG: .*config\.ts cannot be loaded: .*\n?.*config\.ts:2/,
    ],
    ['JSON that is none', 'json', '{ seed: 7 }', /BAD_CONFIG: .*config\.json cannot be loaded: SyntaxError/],
    ['an error', 'ts', '\n\nthrow new Error("not today")', /BAD_CONFIG: .*cannot be loaded: Error: not today\n.*config\.ts:3/],
    ['an end', 'cts', 'process.exit(7)', /BAD_CONFIG: .*cannot be loaded: exit code 7/],
    [
      'a package that is not there',
      'ts',
      'import x from "left-pad"\nexport default x',
      /BAD_CONFIG: .*cannot be loaded: .*left-pad/,
    ],
  ])('%s', async (_, extension, text, says) => {
    config(`crosswire.config.${extension}`, text)
    const { stdout, stderr, exitCode } = await project.tool('crosswire', ['run', './counter.scenario.js'])
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/tsx|print-config|read-config/)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })
})

describe('the value that holds in a search', () => {
  const report = async (args: readonly string[], env?: Record<string, string>) => {
    const { stdout, output } = await project.tool('crosswire', ['run', './counter.scenario.js', '--json', ...args], env)
    return JSON.parse(stdout).reports?.[0] ?? output
  }

  test('is that of the environment, else of the option, else of the file', async () => {
    config('crosswire.config.json', '{ "seed": 3, "budget": 11, "strategy": "random" }')
    expect(await report([])).toMatchObject({ seed: 3, executions: 11, strategy: 'random' })
    expect(await report(['--seed', '2', '--budget', '12'])).toMatchObject({ seed: 2, executions: 12, strategy: 'random' })
    const env = { CROSSWIRE_SEED: '1', CROSSWIRE_BUDGET: '13' }
    expect(await report(['--seed', '2', '--budget', '12', '--strategy', 'pos'], env)).toMatchObject({
      seed: 1,
      executions: 13,
      strategy: 'pos',
    })
  })

  test('is that of the scenario, where it says it, else of the file: limits, native, isolate', async () => {
    config('crosswire.config.json', '{ "limits": { "steps": 2 }, "isolate": "worker", "recycle": 50, "budget": 5 }')
    const limited = await report([])
    expect(limited.outcome).toBe('unknown')
    expect(JSON.stringify(limited.unknowns)).toContain('2 steps')
    const scenario = project.read('counter.scenario.js')
    project.write('counter.scenario.js', scenario.replace('oracles:', 'limits: { steps: 5000 }, oracles:'))
    expect(await report([])).toMatchObject({ outcome: 'pass', executions: 5 })
    project.write('counter.scenario.js', scenario)
  })

  test('a bad value of the environment is told with the variable', async () => {
    const { stderr, exitCode } = await project.tool('crosswire', ['run', './counter.scenario.js'], { CROSSWIRE_JOBS: 'many' })
    expect(stderr).toContain('BAD_OPTION: CROSSWIRE_JOBS: `many` is no number of jobs\n  expected: a whole number from 1 to 1024')
    expect(exitCode).toBe(2)
  })
})
