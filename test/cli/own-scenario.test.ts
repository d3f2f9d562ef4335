// A user's own scenario file, in a project of its own: TypeScript and JavaScript, ES modules and CommonJS, from any folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Finished, type Project } from '../support/project.js'

const projects: Project[] = []
const make = async (name: string, folder?: string): Promise<Project> => {
  const project = await createProject(name, { packages: [], ...(folder === undefined ? {} : { folder }) })
  projects.push(project)
  return project
}
afterAll(() => projects.forEach((project) => void project.remove()))

const run = (project: Project, ...args: string[]): Promise<Finished> =>
  project.tool('crosswire', ['run', ...args, '--budget', '40', '--jobs', '1', '--json'])

/** What each variant came to, as `variant: verdict`, and whether that was as expected. */
const verdicts = ({ stdout, output }: Finished): string[] => {
  expect(stdout, output).toMatch(/^\{/)
  return JSON.parse(stdout).reports.map(
    ({ variant, outcome, met, counterexamples: [found] }: Report) =>
      `${variant}: ${found === undefined ? outcome : found.verdict.oracle}${met ? '' : ', not as expected'}`,
  )
}

interface Report {
  readonly variant: string
  readonly outcome: string
  readonly met: boolean
  readonly counterexamples: readonly { readonly verdict: { readonly oracle: string } }[]
}

describe('in TypeScript, with an enum, a decorator, a parameter property and paths of tsconfig.json', () => {
  let project: Project
  beforeAll(async () => {
    project = await make('scenario-typescript', 'my stock/größe')
  })

  test('it is searched from the folder of the project, and the line that it prints replays it', async () => {
    const ran = await project.tool('crosswire', ['run', './races/stock.scenario.ts', '--budget', '40'])
    expect(ran.stdout).toContain('2 of 2 variants as expected')
    expect(ran.exitCode).toBe(0)
    const [, line = ''] = /Replay: (npx crosswire replay .*)$/m.exec(ran.stdout) ?? []
    const again = await project.run('bash', ['-c', line])
    expect(again.output).toContain('replayed: it fails')
    expect(again.exitCode).toBe(1)
  })

  test('it is the same from a folder below', async () => {
    expect(verdicts(await run(project.within('races'), 'stock.scenario.ts', '--variant', 'careful'))).toEqual(['careful: pass'])
  })

  test('it is the same from a folder that has nothing to do with it', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'crosswire-elsewhere-'))
    const command = [join(project.dir, 'node_modules/.bin/crosswire'), 'run', join(project.dir, 'races/stock.scenario.ts')]
    const script = 'cd "$0" && exec node "$@" --variant careful --budget 40 --jobs 1 --json'
    const ran = await project.run('bash', ['-c', script, elsewhere, ...command])
    rmSync(elsewhere, { recursive: true })
    expect(verdicts(ran)).toEqual(['careful: pass'])
  })

  test('in worker threads it is the same', async () => {
    project.write('crosswire.config.json', '{ "isolate": "worker" }')
    expect(verdicts(await run(project, 'races/stock.scenario.ts', '--variant', 'careful'))).toEqual(['careful: pass'])
    project.delete('crosswire.config.json')
  })

  test('one subject, of which nothing is expected, has to pass', async () => {
    const careful = await run(project, 'races/careful.scenario.ts')
    expect(verdicts(careful)).toEqual(['subject: pass'])
    expect(careful.exitCode).toBe(0)
    const text = project.read('races/careful.scenario.ts').replaceAll('CarefulStock', 'HastyStock')
    project.write('races/hasty.scenario.ts', text)
    const hasty = await run(project, 'races/hasty.scenario.ts')
    expect(verdicts(hasty)).toEqual(['subject: one-part, not as expected'])
    expect(hasty.exitCode).toBe(1)
  })
})

describe('in CommonJS', () => {
  let project: Project
  beforeAll(async () => {
    project = await make('scenario-commonjs')
  })

  test('a module that keeps its state is loaded afresh where reset evicts it', async () => {
    expect(verdicts(await run(project, './races/ledger.scenario.js'))).toEqual(['lost: every-deposit-counts', 'safe: pass'])
  })

  const SCENARIO = `scenario({
    name: __filename,
    story: '',
    callers: callers({ count: { min: 2, max: 2 }, each: { min: 1, max: 1 }, operations: { deposit: () => ({ amount: 5 }) } }),
    variants: { safe: async () => ledger },
    open: (ledger, { controls }) => ({
      call: (_op, { amount }) => controls.pause('queue').then(() => ledger.depositSafely(amount)).then(() => 'done'),
    }),
    oracles: [invariant('both-done', ({ history }) => history.filter(({ output }) => output === 'done').length === 2)],
  })`
  const CROSSWIRE = "import { callers, invariant, scenario } from 'crosswire'"
  const KINDS: Readonly<Record<string, string>> = {
    mjs: `${CROSSWIRE}\nimport ledger from '../lib/ledger.js'\nexport default ${SCENARIO}`,
    cjs: `const { callers, invariant, scenario } = require('crosswire')\nconst ledger = require('../lib/ledger')\nmodule.exports = ${SCENARIO}`,
    ts: `${CROSSWIRE}\nimport ledger from '../lib/ledger'\nexport default ${SCENARIO}`,
    mts: `${CROSSWIRE}\nimport ledger from '../lib/ledger.js'\nexport default ${SCENARIO}`,
    cts: `${CROSSWIRE}\nimport ledger = require('../lib/ledger')\nexport = ${SCENARIO}`,
  }

  test('scenarios that are ES modules, CommonJS, and TypeScript of either kind search the same subject', async () => {
    const files = Object.entries(KINDS).map(([extension, text]) => {
      const file = `races/other.scenario.${extension}`
      project.write(file, text.replace('__filename', `'${extension}'`))
      return file
    })
    const ran = await run(project, ...files)
    expect(verdicts(ran)).toEqual(files.map(() => 'safe: pass'))
    expect(ran.exitCode).toBe(0)
  })

  test('crosswire is there once, however it is loaded: its errors are known', async () => {
    project.write(
      'races/twice.scenario.ts',
      `import { HarnessError } from 'crosswire'
      import 'crosswire/register'
      throw new HarnessError('BAD_OPTION', 'said by a file that was transpiled to CommonJS')`,
    )
    const { stderr, exitCode } = await project.tool('crosswire', ['run', 'races/twice.scenario.ts'])
    expect(stderr).toMatch(/^ *BAD_OPTION: said by a file that was transpiled to CommonJS$/m)
    expect(exitCode).toBe(2)
  })
})

describe('in a package of a monorepo', () => {
  let project: Project
  beforeAll(async () => {
    project = await make('scenario-monorepo')
  })

  test.each([
    ['its own folder', 'packages/races', 'queue.scenario.ts'],
    ['another package', 'packages/queue', '../races/queue.scenario.ts'],
  ])('it finds the other package by name, its own paths, and the config of the root, run from %s', async (_, folder, file) => {
    const ran = await project.within(folder).tool('crosswire', ['run', file, '--variant', 'careful', '--json'])
    expect(verdicts(ran)).toEqual(['careful: pass'])
    expect(JSON.parse(ran.stdout).reports[0]).toMatchObject({ seed: 11, executions: 60 })
    expect(ran.exitCode).toBe(0)
  })
})
