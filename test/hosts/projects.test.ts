// The same subject in projects as users have them: TypeScript and JavaScript, ES modules and CommonJS, in a folder of its own and in a
// monorepo with the package hoisted; under vitest, under Node's own runner, and as a scenario of the command line.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Finished, type Project } from '../support/project.js'

const KINDS = [
  ['ts', 'esm'],
  ['ts', 'cjs'],
  ['js', 'esm'],
  ['js', 'cjs'],
] as const

/** A race that is there, one that is not, and one that says its budget itself: each says how many schedules it has explored. */
const expectRaces = ({ exitCode, output }: Finished, budgets: readonly number[]): void => {
  expect(exitCode, output).toBe(0)
  const explored = [...output.matchAll(/(\d+) schedules explored, \d+ distinct/g)].map(([, count]) => Number(count))
  expect(explored.sort()).toEqual([...budgets].sort())
}

const vitest = (project: Project, env?: Record<string, string>) => project.tool('vitest', ['run', '--reporter=verbose'], env)

const nodeTest = (project: Project, files: readonly string[], env?: Record<string, string>) =>
  project.run('node', [...(files.some((file) => file.endsWith('.ts')) ? ['--import', 'tsx'] : []), '--test', ...files], env)

const expectScenario = ({ exitCode, stdout, output }: Finished, budget: number): void => {
  expect(exitCode, output).toBe(0)
  const [hasty, safe] = JSON.parse(stdout).reports
  expect(hasty.counterexamples[0].verdict.oracle).toBe('two-tickets')
  expect(safe).toMatchObject({ outcome: 'pass', executions: budget })
}

const scenario = (project: Project, file: string) => project.tool('crosswire', ['run', file, '--json', '--jobs', '1'])

describe.each(KINDS)('in a folder of its own, in %s that is %s', (language, kind) => {
  let project: Project
  beforeAll(async () => {
    project = await createProject(`plain-${language}-${kind}`)
  })
  afterAll(() => project.remove())

  test('vitest runs races with what the config says, unless the race or the environment says otherwise', async () => {
    expectRaces(await vitest(project), [23, 17])
  })

  test("Node's own runner does", async () => {
    expectRaces(await nodeTest(project, [`races/tickets.race.${language}`]), [23, 17])
  })

  test('the command line runs the scenario', async () => {
    expectScenario(await scenario(project, `./tickets.scenario.${language}`), 23)
  })
})

describe('in a monorepo with the package hoisted', () => {
  let project: Project
  beforeAll(async () => {
    project = await createProject('monorepo-hoisted')
    for (const [language, kind] of KINDS) project.copy(`plain-${language}-${kind}`, `packages/${language}-${kind}`)
    project.delete('packages/ts-esm/crosswire.config.ts')
  })
  afterAll(() => project.remove())

  const files = KINDS.map(([language, kind]) => `packages/${language}-${kind}/races/tickets.race.${language}`)

  test('vitest runs the races of all packages from the root, whose config holds', async () => {
    expectRaces(await vitest(project), [29, 17, 29, 17, 29, 17, 29, 17])
  })

  test("Node's own runner does, and the environment goes before every config and every race", async () => {
    expectRaces(await nodeTest(project, files, { CROSSWIRE_BUDGET: '12' }), Array(8).fill(12))
  })

  test.each([
    ['ts-cjs', 'its own config', 23],
    ['ts-esm', 'that of the root', 29],
  ])('from the folder of the package %s %s holds', async (name, _, budget) => {
    const inside = project.within(`packages/${name}`)
    expectRaces(await vitest(inside), [budget, 17])
    expectScenario(await scenario(inside, 'tickets.scenario.ts'), budget)
  })
})
