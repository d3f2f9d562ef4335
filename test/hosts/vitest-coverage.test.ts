// Coverage counts what executions run, and changes nothing about them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'
import { runVitest, type VitestRun } from '../support/vitest-run.js'

let project: Project
let without: VitestRun
beforeAll(async () => {
  project = await createProject('vitest-coverage', {
    packages: ['vitest', '@vitest/coverage-v8', '@vitest/coverage-istanbul'],
  })
  without = await runVitest(project, [])
})
afterAll(() => project.remove())

const FOUND = 'no payment is lost'

/** What a finding is, but for the time that it took. */
const finding = (run: VitestRun): string =>
  run
    .seen(FOUND)
    .says.replace(/ in [\d.]+ m?s/g, '')
    // Where a line ends depends on how long it took.
    .replace(/\s+/g, ' ')

interface FileCoverage {
  readonly statementMap: Readonly<Record<string, { readonly start: { readonly line: number } }>>
  readonly s: Readonly<Record<string, number>>
}

/** How often the line with `text` was run, of a subject of which a report was made. */
const timesOf = (text: string): number => {
  const line =
    project
      .read('ledger.ts')
      .split('\n')
      .findIndex((each) => each.includes(text)) + 1
  const [file] = Object.values(JSON.parse(project.read('coverage/coverage-final.json'))) as [FileCoverage]
  const [id] = Object.entries(file.statementMap).find(([, { start }]) => start.line === line) ?? []
  return file.s[id ?? ''] ?? -1
}

test('without coverage the race is found', () => {
  expect(without.statuses).toEqual({ [FOUND]: 'failed', 'every payment has its line': 'passed', 'a ledger is closed': 'passed' })
  expect(finding(without)).toContain('CROSSWIRE_REPLAY=')
})

describe.each(['v8', 'istanbul'])('with coverage by %s', (provider) => {
  let run: VitestRun
  beforeAll(async () => {
    run = await runVitest(project, ['--coverage.enabled', `--coverage.provider=${provider}`, '--coverage.reportOnFailure'])
  })

  test('the same is found by the same schedule, with the same token', () => {
    expect(run.statuses).toEqual(without.statuses)
    expect(finding(run)).toBe(finding(without))
  })

  test('lines that only some schedules reach are covered, and those of races in threads', () => {
    expect(timesOf('const before = balance')).toBeGreaterThan(50)
    expect(timesOf('only where another one has come between')).toBeGreaterThan(0)
    expect(timesOf('only in a thread')).toBeGreaterThan(0)
    expect(timesOf("return 'never called'")).toBe(0)
  })
})
