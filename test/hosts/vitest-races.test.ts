// What vitest does for a test is done for each execution of a race, and nobody beside a race is disturbed: in each pool.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'
import { runVitest, type VitestRun } from '../support/vitest-run.js'

let project: Project
beforeAll(async () => {
  project = await createProject('vitest-races')
})
afterAll(() => project.remove())

describe.each(['forks', 'threads'])('in the pool %s', (pool) => {
  let run: VitestRun
  const stored = () => project.read('__snapshots__/tries.test.ts.snap')
  beforeAll(async () => {
    project.write('__snapshots__/tries.test.ts.snap', SNAPSHOTS)
    run = await runVitest(project, [`--pool=${pool}`], { CI: '' })
  })

  const passes = (name: string): void => expect(run.seen(name)).toMatchObject({ status: 'passed' })
  const fails = (name: string, says: RegExp | string): void => {
    const seen = run.seen(name)
    expect(seen.status).toBe('failed')
    expect(seen.says).toMatch(says)
  }

  test('mocks are cleared before each execution, where the config says so', () => {
    passes('a mocked dependency is called twice in each execution')
  })

  test('a soft failure, and an assertion that nobody awaits, fail the execution that makes them', () => {
    fails(
      'a soft failure fails its execution',
      /AssertionError: soft total: expected 10 to be 20[\s\S]*Replay: CROSSWIRE_REPLAY=/,
    )
    fails('an assertion that nobody awaits belongs to its execution', /expected 'late' to be\s+'early'[\s\S]*CROSSWIRE_REPLAY=/)
  })

  test('assertions are counted in each execution, and hooks may demand them', () => {
    passes('assertions are counted in each execution')
    fails('an assertion that one schedule leaves out is missed', /expected number of assertions to be 1,\s+but got 0/)
    fails(
      'with a hook that demands assertions a race that asserts nothing fails',
      'expected any number of assertion, but got none',
    )
    passes('with a hook that demands assertions a race that asserts passes')
    passes('with a hook that demands assertions so does the test behind it')
    passes('the expect of the test can be used')
  })

  test('snapshots are compared in each execution and never written; those of ordinary tests are', () => {
    passes('stored snapshots are compared in each execution')
    fails('a stored snapshot that a schedule does not meet is a finding', /mismatched[\s\S]*Replay: CROSSWIRE_REPLAY=/)
    fails('a snapshot that is not there is refused', /NOT_IN_A_RACE: [\s\S]*found: .*refused 1` mismatched/)
    fails('an inline snapshot that is not there is refused', 'NOT_IN_A_RACE')
    passes('snapshots of ordinary tests are written as ever')
    expect(stored()).toContain('"a": "new one"')
    expect(stored()).not.toContain('refused')
    expect(project.read('tries.test.ts')).toContain('toMatchInlineSnapshot()')
  })

  test('hooks that a test gives itself are refused by name', () => {
    fails('a hook of the test is refused', /NOT_IN_A_RACE: onTestFinished[\s\S]*remedy: +close it in the body/)
  })

  test('what the subject logs is shown, and a warning of vitest once', () => {
    passes('what the subject logs is seen')
    expect(run.output).toContain('said inside')
    expect(run.output.match(/was not awaited/g)).toHaveLength(1)
  })

  test('each file says in one line what its races have explored', () => {
    expect(run.stderr).toContain('crosswire: concurrent.test.ts: 100 schedules explored in 2 races\n')
    expect(run.stderr).toContain('crosswire: fake-timers.test.ts: 50 schedules explored in one race\n')
    expect(run.seen('the expect of the test can be used').meta).toEqual({ crosswire: { schedules: 50 } })
    expect(run.seen('a soft failure fails its execution').meta).toEqual({ crosswire: { schedules: null } })
  })

  test('races beside concurrent tests run one after the other, and neither side notices the other one', () => {
    passes('side by side one race')
    passes('side by side another race')
    passes('side by side a race that is there')
    passes('side by side timers, clocks and chance are real')
    passes('side by side sockets are real: another process reaches them')
    passes('side by side files are real')
    passes('races did not take turns')
  })

  test('a time-out says how far the race came, and the tests behind it run', () => {
    fails('too much for its time', /^RaceError: timed out after 0\.3 s: \d+ schedules? explored so far, none failed\n/)
    fails('the time-out may be a number', /^RaceError: timed out after 0\.001 s: /)
    passes('a budget of time ends by itself')
    passes('the tests behind it run')
  })

  test('a fake clock is a named error, around a race and inside one, and none once it is gone', () => {
    fails('a fake clock of a hook is refused around a race', /FAKE_TIMERS_ACTIVE[\s\S]*vi\.useRealTimers\(\)/)
    fails('a fake clock is refused inside a race', 'FAKE_TIMERS_ACTIVE')
    fails('a fake clock is refused for the date alone', 'FAKE_TIMERS_ACTIVE')
    passes('a race after a fake clock that is gone is a race')
    passes('an ordinary test may fake its clock')
  })
})

test('in a pool of vm contexts races are the same', async () => {
  const { output } = await project.tool('vitest', ['run', '--pool=vmThreads', 'fake-timers', 'time', '--reporter=verbose'])
  expect(output).toContain('✓ fake-timers.test.ts > a race after a fake clock that is gone is a race')
  expect(output).toContain('50 schedules explored')
  expect(output).toContain('5 failed | 4 passed')
})

test('where each step takes a turn of the loop, neighbours are told apart all the same', async () => {
  const run = await runVitest(project, ['concurrent.test.ts'], { CROSSWIRE_WITHOUT: 'drain', CROSSWIRE_BUDGET: '10' })
  expect(run.statuses).toEqual(Object.fromEntries(Object.keys(run.statuses).map((name) => [name, 'passed'])))
  expect(run.output).toContain('20 schedules explored in 2 races')
})

const SNAPSHOTS = `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`a stored snapshot that a schedule does not meet is a finding 1\`] = \`20\`;

exports[\`stored snapshots are compared in each execution 1\`] = \`
[
  10,
  10,
]
\`;

exports[\`stored snapshots are compared in each execution 2\`] = \`20\`;
`
