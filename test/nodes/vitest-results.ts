// Runs tests of this repository on another binary of Node and gives back how they fared.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { execa } from 'execa'
import { ROOT } from '../support/crosswire.js'

export interface Results {
  readonly passed: number
  /** Names of tests. */
  readonly skipped: readonly string[]
  /** Names of tests with what they said, files that could not be loaded, and what was printed where nothing else tells. */
  readonly failed: readonly string[]
}

export interface Selection {
  readonly files: readonly string[]
  /** Parts of paths. */
  readonly without?: readonly string[]
  readonly options?: readonly string[]
}

/** Far more than any of these tests needs: what runs away is to fail, not to take the machine with it. */
const MOST_MB = 1024

/** What the report of vitest holds, as far as it is used here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** `env`: besides what is set here. `node` is the first in PATH for what the tests start. */
export const runTests = async (
  node: string,
  { files, without = [], options = [] }: Selection,
  env: Readonly<Record<string, string>> = {},
): Promise<Results> => {
  const folder = mkdtempSync(join(tmpdir(), 'crosswire-results-'))
  try {
    const report = join(folder, 'results.json')
    const { all, exitCode } = await execa(
      node,
      [
        `--max-old-space-size=${MOST_MB}`,
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...files,
        ...without.flatMap((part) => ['--exclude', `**/${part}*`]),
        ...options,
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: ROOT,
        reject: false,
        all: true,
        env: { ...env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, NO_COLOR: '1' },
      },
    )
    const results = resultsOf(JSON.parse(readFileSync(report, 'utf8')))
    return exitCode === 0 || results.failed.length > 0 ? results : { ...results, failed: [`exit code ${exitCode}: ${all}`] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const resultsOf = ({ testResults }: Report): Results => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
    failed: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages}`),
      ...unloaded.map(({ name, message }) => `${name}: ${message}`),
    ],
  }
}
