// The usual mistakes in a user's own scenario file: told with the file, the place and what is expected, in no other words.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'

let project: Project
beforeAll(async () => {
  project = await createProject('scenario-typescript', { packages: [], folder: 'my stock' })
})
afterAll(() => project.remove())

const GOOD = "name: 'x', callers: { operations: { a: () => 1 } }, open: () => ({ call: () => 1 })"

const MISTAKES: readonly (readonly [what: string, files: Readonly<Record<string, string>>, says: RegExp])[] = [
  ['nothing is exported', { 'x.scenario.ts': '' }, /x\.scenario\.ts has no default export\n +found: +no export at all$/m],
  [
    'there is no default export',
    { 'x.scenario.ts': `export const mine = { ${GOOD} }` },
    /x\.scenario\.ts has no default export\n +found: +exports by name: mine\n +expected: export default scenario/,
  ],
  [
    'there is no default export in CommonJS',
    { 'x.scenario.cts': `export const mine = { ${GOOD} }` },
    /x\.scenario\.cts has no default export\n +found: +exports by name: mine$/m,
  ],
  ['the default export is a function', { 'x.scenario.ts': 'export default () => 5' }, /is no scenario\n +found: +a function$/m],
  [
    'a field is wrong',
    { 'x.scenario.ts': `export default { ${GOOD}, variants: { only: './only.js' } }` },
    /`variants\.only` of the scenario in .*x\.scenario\.ts is not what it must be\n +found: +"\.\/only\.js"\n +expected: \(\) => import/,
  ],
  [
    'what it imports throws',
    {
      'x.scenario.ts': "import './port.js'",
      'port.ts': 'const config: { port?: number } = {}\n\nexport default config.port!.toFixed()',
    },
    /x\.scenario\.ts cannot be loaded: TypeError: .*toFixed.*\n +at .*port\.ts:3:29\)$/m,
  ],
  [
    'a variant throws where it is loaded',
    {
      'x.scenario.ts': `export default { ${GOOD}, subject: () => import('./late.js') }`,
      'late.ts': '\nthrow new Error("not today")',
    },
    /x \/ subject cannot be loaded: Error: not today\n +at .*late\.ts:2:7\)$/m,
  ],
  [
    'TypeScript that is cut off',
    { 'x.scenario.ts': 'export default {\n  name: ' },
    /x\.scenario\.ts cannot be loaded: TransformError: .*\n.*x\.scenario\.ts:2:\d+: ERROR: /,
  ],
  [
    'JavaScript with a syntax error, in a file that it imports',
    { 'x.scenario.js': "import './wrong.js'", 'wrong.js': 'export const a = 1\nexport const b = = 2\n' },
    /x\.scenario\.js cannot be loaded: .*\/my stock\/m\d+\/wrong\.js:2\nexport const b = = 2\n +\^\nSyntaxError: /,
  ],
  [
    'CommonJS with a syntax error',
    { 'x.scenario.cjs': 'module.exports = {\n  name: = 5,\n}' },
    /x\.scenario\.cjs cannot be loaded: .*x\.scenario\.cjs:2(.*\n)+.*(SyntaxError|ERROR): /,
  ],
  [
    'a name that is not exported',
    { 'x.scenario.ts': "import { HastyStok } from '../src/stock.js'\nexport default HastyStok" },
    /x\.scenario\.ts cannot be loaded: .*(\n.*)*SyntaxError: .*HastyStok/,
  ],
  [
    'a file that is not there',
    { 'x.scenario.ts': "import x from './gone.js'\nexport default x" },
    /x\.scenario\.ts cannot be loaded: .*Cannot find module '.*m\d+\/gone\.js' imported from .*x\.scenario\.ts$/m,
  ],
  [
    'a package that is not installed',
    { 'x.scenario.ts': "import x from 'left-pad'\nexport default x" },
    /x\.scenario\.ts cannot be loaded: .*Cannot find package 'left-pad' imported from .*x\.scenario\.ts$/m,
  ],
]

/** All of them in one process, loaded as the process that searches loads them. */
const LOAD = `
  import { pathToFileURL } from 'node:url'
  const [, dist, ...files] = process.argv
  const { loadScenario } = await import(pathToFileURL(dist + '/cli/child/load-scenario.js').href)
  const { loadVariant } = await import(pathToFileURL(dist + '/cli/child/load-variant.js').href)
  const errors = []
  for (const file of files) {
    await loadScenario({ file })
      .then((scenario) => loadVariant(scenario, Object.keys(scenario.variants)[0]))
      .then(() => errors.push('none'), (error) => errors.push(error.message))
  }
  console.log(JSON.stringify(errors))
`

let errors: readonly string[]
beforeAll(async () => {
  const files = MISTAKES.map(([, written], i) => {
    for (const [file, text] of Object.entries(written)) project.write(`m${i}/${file}`, text)
    return `${project.dir}/m${i}/${Object.keys(written)[0]}`
  })
  const dist = `${project.dir}/node_modules/crosswire/dist/harness`
  const flags = ['--import', `${dist}/register.js`, '--import', 'tsx', '--input-type=module', '--eval', LOAD]
  const { stdout, output } = await project.run('node', [...flags, dist, ...files])
  expect(stdout, output).toMatch(/^\[/)
  errors = JSON.parse(stdout)
})

test.each(MISTAKES.map(([what, , says], i) => [what, says, i] as const))('%s', (_, says, i) => {
  expect(errors[i]).toMatch(/^BAD_SCENARIO_FILE: /)
  expect(errors[i]).toMatch(says)
  // No frame of ours, of the transpiler's or of Node's: they tell a user nothing.
  expect(errors[i]).not.toMatch(/node_modules|node:internal|harness/)
})

test('on the command line it is told once, with exit code 2', async () => {
  const { stderr, stdout, exitCode } = await project.tool('crosswire', ['run', './m1/x.scenario.ts'])
  expect(stderr.match(/BAD_SCENARIO_FILE/g)).toHaveLength(1)
  expect(stderr).toContain('exports by name: mine')
  expect(stdout).toBe('')
  expect(exitCode).toBe(2)
})

test('a tsconfig.json that cannot be used is told by its name, for every scenario below it', async () => {
  project.write('broken/tsconfig.json', '{ "extends": "./gone.json" }')
  project.write('broken/x.scenario.ts', 'export default {}')
  const { stderr, exitCode } = await project.tool('crosswire', ['run', './broken/x.scenario.ts'])
  expect(stderr).toMatch(/BAD_SCENARIO_FILE: .*\/broken\/tsconfig\.json cannot be used: .*gone\.json/)
  expect(stderr).not.toMatch(/node_modules|node:internal|WORKER_DIED/)
  expect(exitCode).toBe(2)
})

test.each([
  ['a file that is not there', './gone.scenario.ts', 'found:    neither a scenario nor a file'],
  ['a folder', './races', 'found:    a folder'],
  ['a file that is no module', './package.json', 'found:    a file that is no module'],
])('%s is no scenario', async (_, file, says) => {
  const { stderr, exitCode } = await project.tool('crosswire', ['run', file])
  expect(stderr).toContain(`UNKNOWN_SCENARIO: there is no scenario \`${file}\``)
  expect(stderr).toContain(says)
  expect(stderr).toContain('or a file (.ts, .mts, .cts, .js, .mjs, .cjs, .py)')
  expect(exitCode).toBe(2)
})
