// Runs the real vitest in a user's project, and reads what it has reported of each test.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Finished, Project } from './project.js'

export interface TestSeen {
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo'
  /** What its failure says, the stack included; empty where it did not fail. */
  readonly says: string
  readonly meta: Readonly<Record<string, unknown>>
}

export interface VitestRun extends Finished {
  /** By the names of the suites around it and its own, joined by blanks. Throws where there is no such test. */
  seen(name: string): TestSeen
  /** Statuses by name, in order. */
  readonly statuses: Readonly<Record<string, TestSeen['status']>>
}

const REPORT = 'vitest-report.json'

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: TestSeen['status']
      readonly failureMessages: readonly string[] | null
      readonly meta: TestSeen['meta']
    }[]
  }[]
}

/** `vitest run ARGS` with the default reporter, and one whose data are read. */
export const runVitest = async (
  project: Project,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<VitestRun> => {
  const file = join(project.dir, REPORT)
  rmSync(file, { force: true })
  const options = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
  const finished = await project.tool('vitest', ['run', ...args, ...options], env)
  const { testResults } = JSON.parse(project.read(REPORT)) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    ...finished,
    statuses: Object.fromEntries(tests.map(({ fullName, status }) => [fullName, status])),
    seen(name) {
      const found = tests.find(({ fullName }) => fullName === name)
      if (found === undefined) throw new Error(`no test "${name}" in\n${finished.output}`)
      return { status: found.status, says: (found.failureMessages ?? []).join('\n'), meta: found.meta }
    },
  }
}
