// `crosswire/fast-check` in projects of their own, as they assert properties: in vitest, in node:test, in a program; ES modules and CommonJS.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Finished, type Project } from '../support/project.js'

let esm: Project
let cjs: Project
beforeAll(async () => {
  esm = await createProject('fast-check-esm')
  cjs = await createProject('fast-check-cjs', { packages: [] })
})
afterAll(() => {
  esm.remove()
  cjs.remove()
})

const replayLine = ({ output }: Finished): string => /CROSSWIRE_REPLAY='.*$/m.exec(output)?.[0] ?? ''
const drawnBy = ({ output }: Finished): string[] => {
  const [, seed = '', path = ''] = /\{ seed: (-?\d+), path: "([\d:]+)", endOnFailure: true \}/.exec(output) ?? []
  return [seed, path]
}

const counterexampleOf = ({ output }: Finished): string | undefined => /Counterexample: .*/.exec(output)?.[0]

/** The story of the smallest failure: two callers, two calls. */
const tellsTheStory = ({ output }: Finished): void => {
  expect(output).toContain('Property failed after')
  expect(output).toMatch(/Counterexample: \[\["\w+","\w+"\]\]/)
  expect(output).toMatch(/x [\w ()]+: AssertionError/)
  expect(output).toMatch(/dispatcher\n[\s\S]*answer [\s\S]*answer /)
  expect(output).toContain('seed 0); shrunk to')
}

const replays = async (project: Project, line: string): Promise<void> => {
  const again = await project.run('bash', ['-c', line])
  expect(again.output).toMatch(/replayed: it fails with \[\["\w+","\w+"\]\]/)
  expect(again.exitCode).toBe(1)
}

describe('in a program', () => {
  let found: Finished
  beforeAll(async () => {
    found = await esm.run('node', ['script.js', '11'])
  })

  test('a property that holds says what it explored, one that fails is shrunk and told', () => {
    expect(found.stdout).toMatch(/^600 schedules explored, [\d,]+ distinct; what shows in [\d.]+ % .*; 20 values$/m)
    tellsTheStory(found)
    expect(found.exitCode).toBe(1)
  })

  test('the line repeats the value and the schedule of the token, whatever fast-check draws', async () => {
    expect(replayLine(found)).toMatch(/ node script\.js 11$/)
    await replays(esm, replayLine(found).replace(/11$/, '12'))
  })

  test("fast-check's seed and path repeat it as well", async () => {
    const again = await esm.run('node', ['script.js', ...drawnBy(found)])
    tellsTheStory(again)
    expect(counterexampleOf(again)).toBe(counterexampleOf(found))
    expect(again.output).toContain('Shrunk 0 time(s)')
  })
})

test('in node:test, with the name of the test the line runs it alone', async () => {
  const found = await esm.run('node', ['--test', '--test-reporter=spec', 'node.test.js'])
  tellsTheStory(found)
  expect(found.output).toMatch(/✔ every pause ends .*\n.*ℹ 600 schedules explored/)
  expect(replayLine(found)).toMatch(
    / node --test '--test-name-pattern=\^every answer is its own \\\(named\\\)\$' node\.test\.js$/,
  )
  await replays(esm, replayLine(found))
})

test('in vitest the line runs the test alone', async () => {
  const found = await esm.tool('vitest', ['run', 'vitest.test.js', '--reporter=verbose'])
  tellsTheStory(found)
  expect(found.output).toContain('600 schedules explored')
  expect(replayLine(found)).toMatch(/ npx vitest run vitest\.test\.js -t '\^tool client every answer is its own\$'$/)
  await replays(esm, replayLine(found))
})

test('in vitest a fake clock, around the property or inside of it, is an error by name and never a finding', async () => {
  const { exitCode, output } = await esm.tool('vitest', ['run', 'clocks.test.js', '--reporter=verbose'])
  expect(output).toContain('FAKE_TIMERS_ACTIVE: a fake clock is installed around an execution')
  expect(output).toContain('FAKE_TIMERS_ACTIVE: the execution has installed a fake clock')
  expect(output).not.toContain('never-settles')
  expect(exitCode).toBe(1)
})

test('in TypeScript', async () => {
  const { exitCode, output } = await esm.run('node', ['--import', 'tsx', 'typed.ts'])
  expect(output).toContain('2,000 schedules explored')
  expect(exitCode).toBe(0)
})

describe('from CommonJS', () => {
  test('a value that no token can hold is drawn again by the parameters that are named', async () => {
    const found = await cjs.run('node', ['property.js'])
    expect(found.output).toMatch(/Counterexample: \[\{"n":1\}\]/)
    const token = replayLine(found).split(' ', 1)[0] as string
    const lost = await cjs.run('bash', ['-c', `${token} node property.js 1 0`])
    expect(lost.output).toMatch(/REPLAY_DIVERGED[\s\S]*remedy: +add \{ seed: -?\d+, path: "[\d:]+", endOnFailure: true \}/)
    const again = await cjs.run('bash', ['-c', `${token} node property.js ${drawnBy(found).join(' ')}`])
    expect(again.output).toContain('replayed: it fails with [{"n":1}]')
  })

  test('a fast-check without plugins, which would explore nothing, is refused by name', async () => {
    cjs.write('old/node_modules/fast-check/package.json', '{ "name": "fast-check", "version": "3.23.2" }')
    cjs.write('old/old-fast-check.js', cjs.read('old-fast-check.js'))
    const { exitCode, output } = await cjs.run('node', ['old/old-fast-check.js'])
    expect(output).toMatch(/PACKAGE_MISSING: this fast-check has no plugins[\s\S]*found: +fast-check 3\.23\.2/)
    expect(exitCode).toBe(1)
  })
})
