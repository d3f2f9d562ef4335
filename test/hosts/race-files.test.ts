// Race files of a test, in projects of their own: written where that is asked for, replayed first, and guards once the race is gone.
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createProject, type Finished, type Project } from '../support/project.js'

const projects: Project[] = []
afterAll(() => {
  for (const project of projects) project.remove()
})

const FAULTY = `const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
export const createOffice = () => {
  const free = ['A1', 'A2']
  return {
    async buy() {
      const seat = free[0]
      await pause(10)
      free.splice(free.indexOf(seat), 1)
      return seat
    },
  }
}
`
const FIXED = FAULTY.replace('const seat = free[0]', 'const seat = free.shift()').replace(
  'free.splice(free.indexOf(seat), 1)',
  '',
)

const BODY = `async ({ together, slow }) => {
  const buy = slow(createOffice().buy)
  const seats = await together(() => buy(), () => buy())
  equal(new Set(seats).size, 2)
}`

const raceText = (host: string, assertion: string): string => `import { race } from 'crosswire/${host}'
${assertion}
import { createOffice } from './office.js'

race('two buyers get two seats', ${BODY})
`

const EXPECT = "import { expect, test } from 'vitest'\nconst equal = (a, b) => expect(a).toBe(b)"
const EQUAL = "import { equal } from 'node:assert/strict'"

const propertyText = (assertion: string, asserted: string): string => `import { race, world } from 'crosswire/fast-check'
import fc from 'fast-check'
${assertion}
import { createOffice } from './office.js'

const body = ${BODY}
const twoSeats = fc.asyncProperty(fc.integer({ min: 1, max: 3 }), () => body(world()))
${asserted}
`

const ASSERTED = 'fc.assert(twoSeats, { seed: 1, plugins: [race({ schedules: 5, says: console.log })] })'

interface Host {
  readonly host: string
  readonly packages: readonly string[]
  /** Of the test; its races lie in `folder`, under `name`. */
  readonly file: string
  readonly folder: string
  readonly name: string
  readonly text: string
  readonly run: (project: Project, env: Record<string, string>) => Promise<Finished>
}

const vitest = (project: Project, env: Record<string, string>) =>
  project.tool('vitest', ['run', '--reporter=verbose', 'seats.test.js'], env)

const HOSTS: readonly Host[] = [
  {
    host: 'vitest',
    packages: ['vitest'],
    file: 'seats.test.js',
    folder: '__races__',
    name: 'seats.test.two-buyers-get-two-seats.threw-assertionerror.json',
    text: raceText('vitest', EXPECT),
    run: vitest,
  },
  {
    host: 'node-test',
    packages: [],
    file: 'seats.test.js',
    folder: '__races__',
    name: 'seats.test.two-buyers-get-two-seats.threw-assertionerror.json',
    text: raceText('node-test', EQUAL),
    run: (project, env) => project.run('node', ['--test', '--test-reporter=spec', 'seats.test.js'], env),
  },
  {
    host: 'fast-check in vitest',
    packages: ['vitest'],
    file: 'seats.test.js',
    folder: '__races__',
    name: 'seats.test.two-seats-property-1.threw-assertionerror.json',
    text: propertyText(EXPECT, `test('two seats', () => ${ASSERTED}, 60_000)`),
    run: vitest,
  },
  {
    host: 'fast-check in a program',
    packages: [],
    file: 'seats.js',
    folder: '__races__',
    name: 'seats.property-1.threw-assertionerror.json',
    text: propertyText(EQUAL, `await ${ASSERTED}`),
    run: (project, env) => project.run('node', ['seats.js'], env),
  },
  {
    host: 'explore in a program',
    packages: [],
    file: 'seats.js',
    folder: 'guards/races',
    name: 'seats.two-buyers.threw-assertionerror.json',
    text: `import { explore } from 'crosswire'
${EQUAL}
import { createOffice } from './office.js'

const { outcome, counterexamples, text } = await explore(${BODY}, { name: 'two buyers', raceFiles: 'guards/races' })
console.log(text)
const isKnown = counterexamples.every(({ known }) => known?.holds)
for (const { known } of counterexamples) if (known) console.log(\`a race is known until \${known.until}: \${known.reason}\`)
if (outcome !== 'pass' && !isKnown) process.exitCode = 1
`,
    run: (project, env) => project.run('node', ['seats.js'], env),
  },
]

const open = async ({ packages, file, text }: Host): Promise<Project> => {
  const project = await createProject('node-test-esm', { packages })
  projects.push(project)
  project.write('office.js', FAULTY)
  project.write(file, text)
  return project
}

describe.each(HOSTS)('in $host', (host) => {
  test('a race is saved once, fails first where it is there, passes once it is gone, and may be known for a while', async () => {
    const project = await open(host)
    const races = join(project.dir, host.folder)
    const run = (env: Record<string, string> = {}): Promise<Finished> => host.run(project, env)

    expect((await run()).output).not.toContain('Saved')
    expect(existsSync(races)).toBe(false)

    const saved = await run({ CROSSWIRE_SAVE: '1' })
    expect(saved.exitCode).toBe(1)
    const { name } = host
    const file = join(host.folder, name)
    expect(readdirSync(races)).toEqual([name])
    expect(saved.output.replace(/\s+/g, ' ')).toContain(`Saved: ${file}`)

    const again = await run({ CROSSWIRE_SAVE: '1' })
    expect(again.exitCode).toBe(1)
    expect(again.output.replace(/\s+/g, ' ')).toContain(`${file}: it fails, found again by key`)
    expect(again.output).not.toContain('found after')
    const { sentence, pair } = JSON.parse(project.read(file)).explanation
    expect(sentence).toContain('all would have been well')
    const told = again.output.replace(/\s+/g, ' ')
    expect(told).toContain(`Note: as it was found: ${sentence}`)
    expect(told).toContain(`as it was found, the order of these two decided: ${pair[0].actor} at ${basename(pair[0].at)}`)
    expect(told).toContain(`\`${pair[0].code}\`, then ${pair[1].actor} at ${basename(pair[1].at)}`)
    expect(readdirSync(races)).toEqual([name])

    const text = project.read(file)
    project.write(file, JSON.stringify({ ...JSON.parse(text), known: { until: '2999-12-31', reason: 'to be mended' } }))
    const known = await run()
    expect(known.output).toContain('a race is known until 2999-12-31: to be mended')
    expect(known.exitCode).toBe(0)

    project.write(file, '{ "format": 1 }')
    const broken = await run()
    expect(broken.exitCode).toBe(1)
    expect(broken.output).toContain('BAD_RACE_FILE')
    expect(broken.output).toContain(name)

    project.write(file, text)
    project.write('office.js', FIXED)
    const gone = await run()
    expect(gone.output).toContain('1 race file passes now')
    expect(gone.exitCode).toBe(0)
    expect(project.read(file)).toBe(text)
  })
})
