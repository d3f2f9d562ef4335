// `crosswire/node-test` in projects of their own: the packed package, the real `node --test`, ordinary code, on each major of Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { createProject, type Finished, type Project } from '../support/project.js'

const projects: Project[] = []
const open = async (name: string, node?: string): Promise<Project> => {
  const project = await createProject(name, { packages: [], ...(node === undefined ? {} : { node }) })
  projects.push(project)
  return project
}
afterAll(() => {
  for (const project of projects) project.remove()
})

let esm: Project
beforeAll(async () => {
  esm = await open('node-test-esm')
})

const SPEC = ['--test', '--test-reporter=spec']
const run = (project: Project, ...args: string[]): Promise<Finished> => project.run('node', [...SPEC, ...args])

const replayLine = ({ output }: Finished): string => /CROSSWIRE_REPLAY='.*test\.[jt]s$/m.exec(output)?.[0] ?? ''

describe('a race that is there', () => {
  test('fails its test with the timeline, the assertion and a line that runs that one test again', async () => {
    const found = await run(esm, 'found.test.js')
    expect(found.exitCode).toBe(1)
    expect(found.output).toContain("x two buyers never get one seat, that's all: AssertionError")
    expect(found.output).toContain('seed 0); shrunk to 2 callers')
    expect(found.output).toMatch(/ann +bob\n.*timer 10 ms/)
    const place =
      1 +
      esm
        .read('found.test.js')
        .split('\n')
        .findIndex((line) => line.includes('// here'))
    expect(found.output).toMatch(new RegExp(`\\n +at .*/found\\.test\\.js:${place}:\\d+`))
    expect(found.output).toMatch(/\ntest at found\.test\.js:\d+:\d+\n/)
    expect(found.output).not.toContain('node_modules/crosswire')

    const line = replayLine(found)
    expect(line).toMatch(/ node --test '--test-name-pattern=.*' found\.test\.js$/)
    const again = await esm.run('bash', ['-c', line])
    expect(again.exitCode).toBe(1)
    expect(again.output).toContain('replayed: it fails')
    expect(again.output).toMatch(/pass 0\b/)
    expect(again.output).toMatch(/fail 1\b/)
  })

  test('passes under its own token once the code is mended, and tells so', async () => {
    const line = replayLine(await run(esm, 'found.test.js'))
    const before = esm.read('box-office.js')
    esm.write('box-office.js', before.replace('const seat = free[0]', 'const seat = free.shift()'))
    const { exitCode, output } = await esm.run('bash', ['-c', line])
    esm.write('box-office.js', before)
    expect(output).toContain('replayed: passes now')
    expect(exitCode).toBe(0)
  })

  test('in TypeScript, the line brings the loader along', async () => {
    const found = await esm.run('node', ['--import', 'tsx', ...SPEC, 'typed.test.ts'])
    expect(found.output).toMatch(/at .*\/typed\.test\.ts:18:\d+/)
    const line = replayLine(found)
    expect(line).toContain(" node --import tsx --test '--test-name-pattern=^no increment is lost$' typed.test.ts")
    const again = await esm.run('bash', ['-c', line])
    expect(again.output).toContain('replayed: it fails')
  })
})

test('a race that is not there says how many schedules it explored; fails, skip, todo and options are as in the runner', async () => {
  const { exitCode, output } = await run(esm, 'clean.test.js')
  expect(output).toMatch(/✔ two buyers get two seats .*\n.*ℹ 200 schedules explored, \d+ distinct/)
  expect(output).toMatch(/✔ stand before the body .*\n.*ℹ 30 schedules explored/)
  expect(output).toMatch(/✔ stand behind the body .*\n.*ℹ 40 schedules explored/)
  expect(output).toMatch(/✔ a race that is known to fail .*\n.*ℹ fails as expected: AssertionError/)
  expect(output).toContain('# with a reason')
  for (const count of ['pass 4', 'fail 0', 'skipped 2', 'todo 2']) expect(output).toContain(`ℹ ${count}\n`)
  expect(exitCode).toBe(0)
})

test('race.fails passes for a failure alone: not where none is found, nor where nothing can be said', async () => {
  const { output } = await run(esm, 'fails.test.js')
  expect(output).toContain('it was expected to fail, and does not: 200 schedules explored')
  expect(output).toContain('no execution had a choice')
  expect(output).toContain('ℹ fail 2\n')
})

test('race.only is the only one under --test-only', async () => {
  const { exitCode, output } = await run(esm, '--test-only', 'only.test.js')
  expect(output).toContain('✔ chosen')
  expect(exitCode).toBe(0)
})

test('a vacuous race says why and what to do, one that takes too long how far it came', async () => {
  const { output } = await run(esm, 'unknown.test.js')
  expect(output).toContain('no execution had a choice')
  expect(output).toContain('world.slow(stub)')
  expect(output).toMatch(/timed out after 0\.3 s: [\d,]+ schedules explored so far/)
  expect(output).toContain('ℹ fail 2\n')
})

test('races and tests that run at the same time do not disturb each other', async () => {
  const { exitCode, output } = await run(esm, 'neighbours.test.js')
  expect(output).toMatch(/✔ one .*\n.*200 schedules explored/)
  expect(output).toMatch(/✔ two .*\n.*200 schedules explored/)
  expect(output).toContain('✔ real time goes on')
  expect(exitCode).toBe(0)
})

test('a loop that lets nothing else run is named by its line, and the run ends', async () => {
  const { exitCode, output } = await run(esm.within('loops'), 'loop.test.js')
  expect(output).toMatch(/WATCHDOG: .*loop\.test\.js:11 never lets another task run/)
  expect(exitCode).toBe(1)
})

describe('a fake clock is an error by name, never a finding', () => {
  test('around a race, and left by its body; without one an hour costs nothing', async () => {
    const { output } = await run(esm, 'clocks.test.js')
    expect(output).toContain('FAKE_TIMERS_ACTIVE: a fake clock is installed around an execution')
    expect(output).toContain('FAKE_TIMERS_ACTIVE: the execution has installed a fake clock')
    expect(output).toContain('remedy:   leave the clock alone')
    expect(output).toContain('✔ virtual time')
    expect(output).not.toContain('never-settles')
    expect(output).not.toContain('node_modules/crosswire/dist/harness/runtimes')
    expect(output).toContain('ℹ fail 2\n')
  })

  test('installed before crosswire is loaded', async () => {
    const { exitCode, output } = await run(esm, 'early-clock.test.js')
    expect(output).toContain('FAKE_TIMERS_ACTIVE: a fake clock was installed when crosswire was loaded')
    expect(exitCode).toBe(1)
  })
})

describe('CommonJS', () => {
  let cjs: Project
  beforeAll(async () => {
    cjs = await open('node-test-cjs')
  })

  test('requires crosswire where Node can', async () => {
    const found = await run(cjs, 'required.test.js')
    expect(found.output).toContain('x two buyers never get one seat: AssertionError')
    expect((await cjs.run('bash', ['-c', replayLine(found)])).output).toContain('replayed: it fails')
  })

  test('imports it on any Node', async () => {
    const found = await run(cjs, '--no-experimental-require-module', 'imported.test.js')
    expect(found.output).toContain('x two buyers never get one seat: AssertionError')
    const line = replayLine(found)
    expect(line).toContain('node --no-experimental-require-module --test')
    expect((await cjs.run('bash', ['-c', line])).output).toContain('replayed: it fails')
    const required = await run(cjs, '--no-experimental-require-module', 'required.test.js')
    expect(required.output).toContain('ERR_REQUIRE_ESM')
  })
})

/** npm installs them where it can: they are optional, and for Linux on x64. */
const others = ['22', '24', '26']
  .map((major) => ({ major, binary: join(ROOT, 'node_modules', `node-${major}`, 'bin', 'node') }))
  .filter(({ binary }) => existsSync(binary))

describe.each(others)('on Node $major', ({ binary }) => {
  test('a race is found and replayed alone, a clean one passes, CommonJS requires it', async () => {
    const project = await open('node-test-esm', binary)
    const { output } = await run(project, 'found.test.js', 'clean.test.js')
    const [line = ''] = /CROSSWIRE_REPLAY='.* found\.test\.js$/m.exec(output) ?? []
    expect(output).toContain("x two buyers never get one seat, that's all: AssertionError")
    expect(output).toContain('200 schedules explored')
    expect(output).toContain('ℹ fail 1\n')
    const again = await project.run('bash', ['-c', line])
    expect(again.output).toContain('replayed: it fails')
    expect(again.output).toMatch(/fail 1\b/)
    expect(again.output).toMatch(/pass 0\b/)
    const required = await run(await open('node-test-cjs', binary), 'required.test.js')
    expect(required.output).toContain('x two buyers never get one seat: AssertionError')
  }, 180_000)
})
