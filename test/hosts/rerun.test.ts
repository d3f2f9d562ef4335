// The line that runs one test, or one program, again: which of Node's options it keeps.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { flagsOf, namedTestLine, nodeTestLine } from '../../harness/hosts/rerun.js'

/** Vitest starts its workers with options of its own. */
const { execArgv } = process
beforeEach(() => {
  process.execArgv = []
  vi.stubEnv('NODE_OPTIONS', '')
})
afterEach(() => {
  process.execArgv = execArgv
  vi.unstubAllEnvs()
})

test.each([
  [
    ['--import', 'tsx', '--test'],
    ['--import', 'tsx'],
  ],
  [
    ['--import=tsx', '--test-name-pattern=x', '--experimental-strip-types'],
    ['--import=tsx', '--experimental-strip-types'],
  ],
  [
    ['-r', './setup.cjs', '--conditions=dev', '--inspect', '--max-http-header-size=16384'],
    ['-r', './setup.cjs', '--conditions=dev'],
  ],
  [['--test-concurrency=0', '--stack-trace-limit=10', '--v8-pool-size=4'], []],
])('of %j it keeps %j', (given, kept) => {
  expect(flagsOf(given)).toEqual(kept)
})

describe('the pattern', () => {
  const major = Number.parseInt(process.versions.node, 10)
  const line = (fullName: string, name: string): string => nodeTestLine('cw1.x', { file: 'a.test.js', fullName, name })

  test('is the name of the test on Node 20, with those of its suites on later ones; letters with a meaning are escaped', () => {
    const pattern = major < 22 ? '^b \\(c\\)$' : '^suite b \\(c\\)$'
    expect(line('suite > b (c)', 'b (c)')).toBe(`CROSSWIRE_REPLAY='cw1.x' node --test '--test-name-pattern=${pattern}' a.test.js`)
  })

  test('of a test without a suite is its name, whatever is in it', () => {
    expect(line("a > b, that's all", "a > b, that's all")).toContain(`'--test-name-pattern=^a > b, that'\\''s all$'`)
  })
})

test('what the environment loads into Node is written out; a file outside is named by its full path', () => {
  vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=4096 --import "./with space.js" --require=a.cjs')
  expect(namedTestLine('cw1.x', { file: '/tmp/x.test.js', name: undefined })).toBe(
    "CROSSWIRE_REPLAY='cw1.x' node --import './with space.js' '--require=a.cjs' --test /tmp/x.test.js",
  )
})
