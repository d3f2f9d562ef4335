// Race files of a test, in projects of their own: written where that is asked for, replayed first, and guards once the race is gone.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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

const testText = (host: string, assertion: string): string => `import { race } from 'crosswire/${host}'
${assertion}
import { createOffice } from './office.js'

race('two buyers get two seats', async ({ together, slow }) => {
  const buy = slow(createOffice().buy)
  const seats = await together(() => buy(), () => buy())
  equal(new Set(seats).size, 2)
})
`

const HOSTS = [
  {
    host: 'vitest',
    packages: ['vitest'],
    assertion: "import { expect } from 'vitest'\nconst equal = (a, b) => expect(a).toBe(b)",
    run: (project: Project, env: Record<string, string>) =>
      project.tool('vitest', ['run', '--reporter=verbose', 'seats.test.js'], env),
  },
  {
    host: 'node-test',
    packages: [],
    assertion: "import { equal } from 'node:assert/strict'",
    run: (project: Project, env: Record<string, string>) =>
      project.run('node', ['--test', '--test-reporter=spec', 'seats.test.js'], env),
  },
] as const

const open = async ({ host, packages, assertion }: (typeof HOSTS)[number]): Promise<Project> => {
  const project = await createProject('node-test-esm', { packages: [...packages] })
  projects.push(project)
  project.write('office.js', FAULTY)
  project.write('seats.test.js', testText(host, assertion))
  return project
}

describe.each(HOSTS)('in $host', (host) => {
  test('a race is saved once, fails first where it is there, passes once it is gone, and may be known for a while', async () => {
    const project = await open(host)
    const races = join(project.dir, '__races__')
    const run = (env: Record<string, string> = {}): Promise<Finished> => host.run(project, env)

    expect((await run()).output).not.toContain('Saved')
    expect(existsSync(races)).toBe(false)

    const saved = await run({ CROSSWIRE_SAVE: '1' })
    expect(saved.exitCode).toBe(1)
    const [name = '', ...others] = readdirSync(races)
    expect(name).toBe('seats.test.two-buyers-get-two-seats.threw-assertionerror.json')
    expect(others).toEqual([])
    expect(saved.output.replace(/\s+/g, ' ')).toContain(`Saved: ${join('__races__', name)}`)

    const again = await run({ CROSSWIRE_SAVE: '1' })
    expect(again.exitCode).toBe(1)
    expect(again.output.replace(/\s+/g, ' ')).toContain(`${join('__races__', name)}: it fails, found again by key`)
    expect(again.output).not.toContain('found after')
    const { sentence, pair } = JSON.parse(project.read(join('__races__', name))).explanation
    expect(sentence).toContain('all would have been well')
    const told = again.output.replace(/\s+/g, ' ')
    expect(told).toContain(`Note: as it was found: ${sentence}`)
    expect(told).toContain(`as it was found, the order of these two decided: ${pair[0].actor} at seats.test.js:`)
    expect(told).toContain(`\`${pair[0].code}\`, then ${pair[1].actor} at office.js:`)
    expect(readdirSync(races)).toEqual([name])

    const file = join('__races__', name)
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
