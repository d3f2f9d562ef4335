// Subjects that keep state at module level: a race can have its executions in threads in which vitest loads the test file afresh, and a
// finding is had again in one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'
import { runVitest, type VitestRun } from '../support/vitest-run.js'

let project: Project
beforeAll(async () => {
  project = await createProject('vitest-state')
})
afterAll(() => project.remove())

describe('with races of all kinds', () => {
  let run: VitestRun
  beforeAll(async () => {
    run = await runVitest(project, [])
  })

  const passes = (name: string): void => expect(run.seen(name)).toMatchObject({ status: 'passed' })
  const fails = (name: string, says: RegExp): void => {
    const seen = run.seen(name)
    expect(seen.status).toBe('failed')
    expect(seen.says).toMatch(says)
  }

  test('without anything the state is named, with its remedies', () => {
    fails('without anything it is named', /STATE_LEAKED_BETWEEN_EXECUTIONS: [\s\S]*isolate: 'worker' with recycle: 1/)
    passes('with a reset it passes')
  })

  test('in threads of their own executions begin where the modules were just loaded, mocks included', () => {
    passes('in a thread of its own each execution is the first')
    expect(run.seen('in a thread of its own each execution is the first').meta).toEqual({ crosswire: { schedules: 3 } })
    expect(run.output).toContain('said in a thread')
    fails(
      'what is there is found in threads too',
      /AssertionError: expected 20 to be 30[\s\S]*shrunk to 2 callers[\s\S]*Replay: CROSSWIRE_REPLAY=/,
    )
    passes('reset is for threads that are used again')
  })

  test('a loop in such a thread is named by its line, and ends nothing else', () => {
    const line =
      project
        .read('state.test.ts')
        .split('\n')
        .findIndex((each) => each.includes('// polls here')) + 1
    fails(
      'a loop in a thread ends that race alone',
      new RegExp(`WATCHDOG: no step for .* the loop at .*state\\.test\\.ts:${line} `),
    )
    passes('the tests behind it run')
  })

  test('what a fresh thread does not show is no finding, though this one shows it again and again', () => {
    fails(
      'what only an old process shows is no finding',
      /STATE_LEAKED_BETWEEN_EXECUTIONS: the failure \(threw: Error: bob came first\) is not there in a fresh process/,
    )
    fails('suites a finding is had again in a fresh thread', /AssertionError: expected 20 to be 30/)
    expect(run.seen('suites a finding is had again in a fresh thread').says).not.toContain('not tried in a fresh one')
  })

  test('where a fresh thread cannot do what the process did, the finding stands, and that is said', () => {
    fails('what no thread can do is a finding all the same', /working directory[\s\S]*not tried in a fresh one: NOT_IN_A_THREAD/)
  })

  test('hooks around a file are not run once more for a finding, and that is said', () => {
    fails('hooks of the file are not run twice for a finding', /not tried in a fresh one: hooks around its file or suite/)
    passes('they ran once')
  })
})

test('in the pool of threads, threads of threads do the same', async () => {
  const names = 'in a thread of its own|a loop in a thread|a finding is had again|tests behind it'
  const { statuses, seen } = await runVitest(project, ['--pool=threads', 'state', '-t', names])
  expect(Object.entries(statuses).filter(([, status]) => status !== 'skipped')).toEqual([
    ['in a thread of its own each execution is the first', 'passed'],
    ['a loop in a thread ends that race alone', 'failed'],
    ['suites a finding is had again in a fresh thread', 'failed'],
    ['the tests behind it run', 'passed'],
  ])
  expect(seen('a loop in a thread ends that race alone').says).toMatch(/WATCHDOG: .* the loop at .*state\.test\.ts:\d+ /)
  expect(seen('suites a finding is had again in a fresh thread').says).not.toContain('not tried in a fresh one')
})

test('a pool that has no plain workers is named, with those that have', async () => {
  const name = 'in a thread of its own each execution is the first'
  const { output } = await project.tool('vitest', ['run', '--pool=vmThreads', 'state', '-t', name])
  expect(output).toMatch(
    /BAD_OPTION: isolate: 'worker' is not offered in vitest's pool vmThreads[\s\S]*--pool=forks, or --pool=threads/,
  )
})
