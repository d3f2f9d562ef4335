// `crosswire.config.*` as users write it, in a project of its own: every kind of file, what is wrong with one, and which value holds.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'

let project: Project
beforeAll(async () => {
  project = await createProject('plain-js-esm', { folder: 'my project/größe', packages: [] })
  project.delete('crosswire.config.js')
  project.write(
    'counter.scenario.js',
    `import { createTicketCounter } from './src/ticket-counter.js'
    export default {
      name: 'tickets',
      callers: { count: { min: 2, max: 2 }, each: { min: 1, max: 1 }, operations: { take: () => null } },
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

/** Each in a package of its own; all loaded in one process, as the command line and the hosts load them. */
const LOAD = `
  import { pathToFileURL } from 'node:url'
  const [, dist, ...folders] = process.argv
  const { loadConfig } = await import(pathToFileURL(dist + '/config/index.js').href)
  const told = []
  for (const folder of folders) told.push(await loadConfig(folder).catch((error) => error.message))
  console.log(JSON.stringify(told))
`

const load = async (files: readonly (readonly [name: string, text: string])[], at: string): Promise<unknown[]> => {
  const folders = files.map(([name, text], i) => {
    project.write(`${at}${i}/package.json`, '{ "type": "module" }')
    project.write(`${at}${i}/${name}`, text)
    return `${project.dir}/${at}${i}`
  })
  const dist = `${project.dir}/node_modules/crosswire/dist/harness`
  const { stdout, output } = await project.run('node', ['--input-type=module', '--eval', LOAD, dist, ...folders])
  expect(stdout, output).toMatch(/^\[/)
  return JSON.parse(stdout)
}

const DEFINED = "import { defineConfig } from 'crosswire'\nexport default defineConfig({ seed: 7, limits: { steps: 50 } })\n"
const TYPED = DEFINED.replace('seed: 7', 'seed: 7 as number')
const ENUM = `enum Seed { Fixed = 7 }\n${DEFINED.replace('seed: 7', 'seed: Seed.Fixed')}`

test('a config file is read whatever kind of module it is', async () => {
  const files = [
    ['crosswire.config.js', DEFINED],
    ['crosswire.config.mjs', DEFINED],
    ['crosswire.config.cjs', 'module.exports = { seed: 7, limits: { steps: 50 } }'],
    ['crosswire.config.json', '{ "seed": 7, "limits": { "steps": 50 } }'],
    ['crosswire.config.ts', TYPED],
    ['crosswire.config.mts', ENUM],
    ['crosswire.config.cts', 'const config: object = { seed: 7, limits: { steps: 50 } }\nmodule.exports = config'],
  ] as const
  const values = { seed: 7, 'limits.steps': 50 }
  expect(await load(files, 'kind')).toEqual(files.map(([name], i) => ({ file: `${project.dir}/kind${i}/${name}`, values })))
})

test('one that is wrong is told with its name, the key or the line, and in no words of ours', async () => {
  const wrong = [
    ['ts', 'export default { budgte: 5 as number }', /\.config\.ts has the key `budgte`, which means nothing/],
    ['json', '{ "limits": { "steps": 0 } }', /`limits\.steps` in .*\.config\.json is not what it must be\n {2}found: +0\n/],
    ['mjs', '', /\.config\.mjs exports no settings\n {2}found: +nothing\n/],
    ['ts', 'export default {\n  seed: : 7,\n}', /\.config\.ts cannot be loaded: .*\n?.*\.config\.ts:2/],
    ['mjs', 'export default {\n  seed: : 7,\n}', /\.config\.mjs cannot be loaded: .*\.config\.mjs:2\n +seed: : 7,\n/],
    ['json', '{ seed: 7 }', /\.config\.json cannot be loaded: SyntaxError/],
    ['ts', '\n\nthrow new Error("not today")', /\.config\.ts cannot be loaded: Error: not today\n.*\.config\.ts:3/],
    ['ts', 'import x from "left-pad"\nexport default x', /\.config\.ts cannot be loaded: .*left-pad/],
  ] as const
  const files = wrong.map(([extension, text]) => [`crosswire.config.${extension}`, text] as const)
  const told = await load(files, 'wrong')
  for (const [i, [, , says]] of wrong.entries()) {
    expect(told[i]).toMatch(/^BAD_CONFIG: /)
    expect(told[i]).toMatch(says)
    expect(told[i]).not.toMatch(/tsx|node_modules|node:internal/)
  }
})

test.each([
  ['ends the process', 'process.exit(0)', 'it ends the process with exit code 0'],
  ['never settles', 'await new Promise(() => {})', 'its top-level await never settles'],
])('a config file that %s is told by its name, with exit code 2', async (_, text, says) => {
  project.write('ends/package.json', '{ "type": "module" }')
  project.write('ends/crosswire.config.js', text)
  const { stderr, exitCode } = await project.within('ends').tool('crosswire', ['doctor'])
  expect(stderr).toMatch(new RegExp(`^BAD_CONFIG: .*ends/crosswire\\.config\\.js cannot be loaded: ${says}$`, 'm'))
  expect(exitCode).toBe(2)
})

describe('on the command line', () => {
  afterEach(() => project.delete('crosswire.config.json'))

  const config = (settings: object): void => project.write('crosswire.config.json', JSON.stringify(settings))

  const report = async (args: readonly string[], env?: Record<string, string>) => {
    const { stdout, output } = await project.tool('crosswire', ['run', './counter.scenario.js', '--json', ...args], env)
    expect(stdout, output).toMatch(/^\{/)
    return JSON.parse(stdout).reports[0]
  }

  test('doctor says which value holds, and where it comes from', async () => {
    config({ seed: 7, limits: { steps: 50 }, budget: 20 })
    const { stdout } = await project.tool('crosswire', ['doctor', '--json'], { CROSSWIRE_BUDGET: '30s' })
    const at = `${project.dir}/crosswire.config.json`
    const rows = Object.fromEntries(JSON.parse(stdout).settings.map((row: { name: string }) => [row.name, row]))
    expect(rows).toMatchObject({
      'budget of a variant': { value: { ms: 30_000 }, text: '30 s', from: 'environment', at: 'CROSSWIRE_BUDGET' },
      'budget of race()': { value: { ms: 30_000 }, from: 'environment' },
      seed: { value: 7, from: 'config', at },
      'limits.steps': { value: 50, from: 'config', at },
      strategy: { value: 'portfolio', from: 'default', at: null },
    })
    project.write('src/x.js', '')
    const below = await project.within('src').tool('crosswire', ['doctor'])
    expect(below.stdout).toMatch(/^ {3}seed +7 +\.\.\/crosswire\.config\.json$/m)
    expect(below.stdout).toMatch(/^ {3}strategy +portfolio +default$/m)
  })

  test('the environment goes before the option, and that before the file', async () => {
    config({ seed: 3, budget: 11, strategy: 'random' })
    expect(await report([])).toMatchObject({ seed: 3, executions: 11, strategy: 'random' })
    const args = ['--seed', '2', '--budget', '12', '--strategy', 'pos']
    expect(await report(args)).toMatchObject({ seed: 2, executions: 12, strategy: 'pos' })
    const env = { CROSSWIRE_SEED: '1', CROSSWIRE_BUDGET: '13' }
    expect(await report(args, env)).toMatchObject({ seed: 1, executions: 13, strategy: 'pos' })
  })

  test('a run tells the reporters of the file', async () => {
    config({ reporter: 'markdown', budget: 5 })
    const { stdout } = await project.tool('crosswire', ['run', './counter.scenario.js', '--jobs', '1'])
    expect(stdout).toMatch(/^## crosswire: 1 of 1 variant/)
  })

  test('runs in the real world say that they do not', async () => {
    config({ reporter: 'markdown', budget: 5 })
    const real = ['--runtime', 'real', '--runs', '1']
    const { stdout, stderr } = await project.tool('crosswire', ['run', './counter.scenario.js', '--jobs', '1', ...real])
    expect(stderr).toMatch(/The reporters of .*config.json are for searches/)
    expect(stdout).not.toContain('## crosswire')
  })

  test('the scenario goes before the file', async () => {
    config({ limits: { steps: 2 }, isolate: 'worker', recycle: 50, budget: 5 })
    const limited = await report([])
    expect(limited.outcome).toBe('unknown')
    expect(JSON.stringify(limited.unknowns)).toContain('2 steps')
    const scenario = project.read('counter.scenario.js')
    project.write('counter.scenario.js', scenario.replace('oracles:', 'limits: { steps: 5000 }, oracles:'))
    expect(await report([])).toMatchObject({ outcome: 'pass', executions: 5 })
    project.write('counter.scenario.js', scenario)
  })

  test.each([
    [
      'a key of the file that means nothing',
      { budgte: 5 },
      {},
      'config.json has the key `budgte`, which means nothing\n  found:    budgte',
    ],
    [
      'a value of a variable',
      {},
      { CROSSWIRE_JOBS: 'many' },
      'BAD_OPTION: CROSSWIRE_JOBS: `many` is no number of jobs\n  expected: a whole',
    ],
  ])('%s ends with 2', async (_, settings, env, says) => {
    config(settings)
    const { stderr, stdout, exitCode } = await project.tool('crosswire', ['run', './counter.scenario.js'], env)
    expect(stderr).toContain(says)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })
})
