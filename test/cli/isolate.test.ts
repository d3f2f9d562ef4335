// `isolate`: subjects that keep their state at module level, refused by name, or searched in threads that load them afresh.
import { readFileSync } from 'node:fs'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { fixture, ROOT, startCrosswire } from '../support/crosswire.js'

/** For what hangs: with a thread for each execution a finding takes ten seconds on a quiet machine. */
const PATIENT_MS = 280_000

const isolated = (args: readonly string[], recycle?: string) => {
  const recycling = recycle === undefined ? {} : { CROSSWIRE_TEST_RECYCLE: recycle }
  return startCrosswire(args, { CROSSWIRE_TEST_ISOLATE: 'worker', ...recycling }, PATIENT_MS).ended
}

const notIsolated = (args: readonly string[]) => startCrosswire(args).ended

const keeps = (variant: string, ...more: readonly string[]) => ['run', fixture('keeps.mjs'), '--variant', variant, ...more]

const lineOf = (file: string, comment: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`// ${comment}`)) + 1

describe('a subject with state at module level', () => {
  // The connection is dead from the second execution on: what would look like a deadlock of the fixed client, in a fresh process too.
  test('is refused by name where executions share a thread, and the remedies are named', async () => {
    const { exitCode, stderr } = await notIsolated(['run', fixture('keeps.mjs'), '--budget', '20', '--jobs', '1'])
    const [, ...refused] = stderr.split(/^\? keeps-state \/ /m)
    expect(refused.map((text) => text.split('\n')[0])).toEqual([
      'counter-faulty',
      'counter-fixed',
      'connection-faulty',
      'connection-fixed',
    ])
    for (const text of refused) {
      expect(text).toContain('STATE_LEAKED_BETWEEN_EXECUTIONS')
      expect(text).toContain("a reset hook of the subject, a factory, or isolate: 'worker' with recycle: 1")
    }
    expect(exitCode).toBe(4)
  })

  // `counter-faulty` fails in the calmest schedule, which comes first; `connection-faulty` where the first answer is the slower one,
  // which is one deviation from it, and single deviations come next.
  test.each(['counter-faulty', 'connection-faulty'])(
    '%s is found in threads that execute once, and its token replays',
    async (variant) => {
      const { exitCode, stdout, left } = await isolated(keeps(variant, '--budget', '60', '--shrink-budget', '3'), '1')
      expect(stdout).toContain('own-response')
      expect(exitCode).toBe(1)
      expect(left).toEqual([])
      const [, token = '', file = ''] = /npx crosswire replay (\S+) (\S+)$/m.exec(stdout) ?? []
      const again = await isolated(['replay', token, file], '1')
      expect(again.stdout).toContain('replayed: it fails')
      expect(again.exitCode).toBe(1)
      expect(again.left).toEqual([])
    },
  )

  test.each(['counter-fixed', 'connection-fixed'])('%s survives in threads that execute once', async (variant) => {
    const { exitCode, stdout, left } = await isolated(keeps(variant, '--budget', '12'), '1')
    expect(stdout).toMatch(new RegExp(`ok keeps-state / ${variant}\n {2}12 executions, \\d+ distinct`))
    expect(exitCode).toBe(0)
    expect(left).toEqual([])
  })

  test('a thread that executes more than once leaks as a process does: refused, not claimed', async () => {
    const { exitCode, stdout, stderr } = await isolated(keeps('connection-fixed', '--budget', '20'))
    expect(stderr + stdout).toContain('STATE_LEAKED_BETWEEN_EXECUTIONS')
    expect(exitCode).toBe(4)
  })

  test('a recycle that is no number of executions is refused', async () => {
    const { exitCode, stderr } = await isolated(keeps('counter-fixed'), '1.5')
    expect(stderr).toContain('BAD_SCENARIO_FILE')
    expect(stderr).toContain('`recycle` of the scenario')
    expect(stderr).toContain('a whole number, at least 1')
    expect(exitCode).toBe(2)
  })
})

describe('an execution in a thread is the one that it would be without', () => {
  test.each([
    ['rpc-shared-socket', 'faulty', 8],
    // An execution of it has 12,000 steps.
    ['rpc-file-sequence', 'faulty', 2],
  ])(
    '%s / %s: same traces, ends and histories under %i policies, however often threads are recycled',
    async (name, variant, count) => {
      const register = `${ROOT}dist/harness/register.js`
      const { stdout } = await execa('node', ['--import', register, fixture('isolated-traces.mjs'), name, variant, String(count)])
      const { results, resources } = JSON.parse(stdout)
      expect(new Set(results.none.map(({ traceHash }: { traceHash: number }) => traceHash)).size).toBeGreaterThan(count / 2)
      for (const recycle of [1, 7, 200]) expect(results[recycle]).toEqual(results.none)
      expect(resources).toEqual([])
    },
  )

  test('the same seed prints the same report, confirmed in a fresh process', async () => {
    const args = keeps('counter-faulty', '--budget', '30', '--seed', '5', '--json')
    const [one, two] = (await Promise.all([isolated(args, '1'), isolated(args, '1')])).map(({ stdout }) => withoutTimes(stdout))
    expect(one).toEqual(two)
    expect(one).toMatchObject({ exitCode: 1, errors: [], reports: [{ seed: 5, outcome: 'fail' }] })
  })
})

describe('a subject that misbehaves in its thread', () => {
  test.each([
    ['loops.ts', 'spins here'],
    ['polls.ts', 'polls here'],
  ])('a loop that lets nothing else run is named and ended: %s', async (name, comment) => {
    const { exitCode, stderr, left } = await isolated(['run', fixture(name), '--watchdog', '1'])
    expect(stderr).toContain('WATCHDOG')
    expect(stderr).toContain(`${fixture(name)}:${lineOf(fixture(name), comment)}`)
    expect(exitCode).toBe(4)
    expect(left).toEqual([])
  })

  test('process.exit is named with its code, its place and the last lines', async () => {
    const { exitCode, stderr, left } = await isolated(['run', fixture('exits.mjs')])
    expect(stderr).toContain('SUBJECT_EXITED: the subject ended its worker thread with exit code 7')
    expect(stderr).toContain('exits.mjs:7')
    expect(stderr).toContain('on my way out')
    expect(stderr).toContain('with a reason')
    expect(exitCode).toBe(4)
    expect(left).toEqual([])
  })

  test('an error of a timer that the module had left is named with its place', async () => {
    const { exitCode, stderr, left } = await isolated(['run', fixture('stray-rejection.mjs'), '--budget', '60s'])
    expect(stderr).toContain('SUBJECT_EXITED: an error that nobody caught ended the worker thread')
    expect(stderr).toContain('stray-rejection.mjs:5')
    expect(exitCode).toBe(4)
    expect(left).toEqual([])
  })

  test('a variant that cannot be loaded there is told with what kept it', async () => {
    const { exitCode, stderr, left } = await isolated(['run', fixture('variants-never-load.mjs'), '--jobs', '1'])
    expect(stderr.match(/BAD_SCENARIO_FILE/g)).toHaveLength(2)
    expect(stderr).toContain('its top-level await never settles')
    expect(stderr).toContain('this file never loads')
    expect(exitCode).toBe(2)
    expect(left).toEqual([])
  })

  test('its output goes where that of the process goes: 100 MiB block nothing', async () => {
    const { exitCode, stdout, left } = await isolated(['run', fixture('shouts.mjs'), '--budget', '40'])
    expect(stdout).toContain('ok fixture / only')
    expect(exitCode).toBe(0)
    expect(left).toEqual([])
  })
})

const withoutTimes = (json: string): unknown =>
  JSON.parse(json, (key, value) => (key === 'ms' || key === 'foundMs' ? undefined : value))
