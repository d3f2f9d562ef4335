// `crosswire/vitest` in a project of its own: the packed package, the real vitest, ordinary code.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Finished, type Project } from '../support/project.js'

let project: Project
beforeAll(async () => {
  project = await createProject('box-office')
})
afterAll(() => project.remove())

const vitest = (file: string, ...args: string[]): Promise<Finished> =>
  project.run('node', ['node_modules/vitest/vitest.mjs', 'run', file, '--reporter=verbose', ...args])

const lineOf = (file: string, text: string): number =>
  readFileSync(join(project.dir, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

describe('a race that is there', () => {
  test('fails its test with the timeline, the assertion and a line that runs it again', async () => {
    const { exitCode, output } = await vitest('found.test.ts')
    expect(exitCode).toBe(1)
    expect(output).toContain('× found.test.ts > box office (sync) > two buyers never get one seat')
    expect(output).toContain('shrunk to 2 callers')
    expect(output).toContain(`❯ found.test.ts:${lineOf('found.test.ts', 'toBe(2)')}`)
    expect(output).not.toContain('node_modules/crosswire/')
    expect(output).toContain('✓ found.test.ts > a race that is known to fail')

    const [line = ''] = /CROSSWIRE_REPLAY='.*$/m.exec(output) ?? []
    expect(line).toContain('npx vitest run found.test.ts -t ')
    const again = await project.run('bash', ['-c', line])
    expect(again.exitCode).toBe(1)
    expect(again.output).toContain('replayed: it fails')
    expect(again.output).toContain('1 failed')
  })

  test('passes under its own token once the code is mended', async () => {
    const { output } = await vitest('found.test.ts')
    const [line = ''] = /CROSSWIRE_REPLAY='.*$/m.exec(output) ?? []
    const file = join(project.dir, 'found.test.ts')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before.replaceAll('office.buy(', 'office.buySafely('))
    const { exitCode, output: mended } = await project.run('bash', ['-c', `${line} --reporter=verbose`])
    writeFileSync(file, before)
    expect(mended).toContain('replayed: passes now')
    expect(exitCode).toBe(0)
  })
})

describe.each([
  ['nothing set up', []],
  ['threads', ['--pool=threads']],
])('a race that is not there, with %s', (_, args) => {
  test('passes and says how many schedules it explored; skip, todo and a neighbour in real time work', async () => {
    const { exitCode, output } = await vitest('clean.test.ts', ...args)
    expect(output).toMatch(/200 schedules explored, \d+ distinct/)
    expect(output).toContain('2 passed | 1 skipped | 1 todo')
    expect(exitCode).toBe(0)
  })
})

test('race.only is the only one, and skipIf and runIf say under which conditions', async () => {
  const { exitCode, output } = await vitest('only.test.ts', '--allowOnly')
  expect(output).toMatch(/✓ only\.test\.ts > chosen/)
  expect(output).toContain('1 passed | 1 skipped')
  expect(exitCode).toBe(0)
  const conditions = await vitest('conditions.test.ts')
  expect(conditions.output).toMatch(/✓ conditions\.test\.ts > run where they hold/)
  expect(conditions.output).toContain('1 passed | 1 skipped')
  expect(conditions.exitCode).toBe(0)
})

test('with crosswire/register in setupFiles, or preloaded, it is the same', async () => {
  writeFileSync(join(project.dir, 'setup.config.ts'), "export default { test: { setupFiles: ['crosswire/register'] } }\n")
  const { exitCode, output } = await vitest('clean.test.ts', '--config=setup.config.ts')
  expect(output).toMatch(/200 schedules explored/)
  expect(output).not.toContain('Sourcemap')
  expect(exitCode).toBe(0)
  const preloaded = await vitest('clean.test.ts', '--execArgv=--import', '--execArgv=crosswire/register')
  expect(preloaded.output).toMatch(/200 schedules explored/)
  expect(preloaded.exitCode).toBe(0)
})

test('the budget of the environment goes before everything', async () => {
  const { output } = await project.run('node', ['node_modules/vitest/vitest.mjs', 'run', 'clean.test.ts', '--reporter=verbose'], {
    CROSSWIRE_BUDGET: '37',
  })
  expect(output).toContain('37 schedules explored')
})

test('a race in which nothing can go another way fails, says why, and what to do', async () => {
  const { exitCode, output } = await vitest('vacuous.test.ts')
  expect(output).toContain('no execution had a choice')
  expect(output).toContain('world.slow(stub)')
  expect(exitCode).toBe(1)
})

test('a loop that lets nothing else run is named by its line, and the run ends', async () => {
  const { exitCode, output } = await vitest('loop.test.ts')
  expect(output).toMatch(
    new RegExp(`WATCHDOG: .*loop\\.test\\.ts:${lineOf('loop.test.ts', 'polls here')} never lets another task run`),
  )
  expect(exitCode).toBe(1)
})

test('code that took its timers before crosswire was loaded is told so', async () => {
  const { exitCode, output } = await vitest('captured.test.ts')
  expect(output).toContain('NOT_REGISTERED')
  expect(output).toContain('setupFiles')
  expect(exitCode).toBe(1)
})
