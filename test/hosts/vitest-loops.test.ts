// A loop that lets nothing else run, in each pool: it is named by its line, its test fails, and what was seen until then is kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'
import { runVitest, type VitestRun } from '../support/vitest-run.js'

let project: Project
beforeAll(async () => {
  project = await createProject('vitest-loops')
})
afterAll(() => project.remove())

describe.each(['forks', 'threads'])('in the pool %s', (pool) => {
  let run: VitestRun
  beforeAll(async () => {
    run = await runVitest(project, [`--pool=${pool}`])
  })

  test('the race that loops fails with the line of its loop, and the run ends', () => {
    const line =
      project
        .read('loop.test.ts')
        .split('\n')
        .findIndex((each) => each.includes('// polls here')) + 1
    const loop = new RegExp(`WATCHDOG: no step for .* the loop at .*loop\\.test\\.ts:${line} never lets another task run`)
    expect(run.stderr).toMatch(loop)
    expect(run.seen('a loop that never ends').status).toBe('failed')
    expect(run.seen('a loop that never ends').says).toMatch(loop)
    expect(run.exitCode).toBe(1)
  })

  test('what had passed before it has passed, and so have the races of other files', () => {
    expect(run.statuses).toMatchObject({
      'an ordinary test before it': 'passed',
      'a race before it': 'passed',
      'a race of another file': 'passed',
    })
  })
})
