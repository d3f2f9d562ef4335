// `crosswire run` and `crosswire replay`, as a user calls them.
import { describe, expect, test } from 'vitest'
import { crosswire, fixture, startCrosswire } from '../support/crosswire.js'

describe('a scenario of the registry', () => {
  test('a variant that was named and has a race ends with 1, and its replay line fails again', async () => {
    const { exitCode, stdout, left } = await crosswire('run', 'rpc-shared-socket', '--variant', 'faulty')
    expect(stdout).toContain('x rpc-shared-socket / faulty')
    expect(stdout).toContain('<-- belongs to')
    expect(exitCode).toBe(1)
    expect(left).toEqual([])

    const [, token = ''] = /npx crosswire replay (\S+)$/m.exec(stdout) ?? []
    const again = await crosswire('replay', token)
    expect(again.stdout).toContain('replayed: it fails')
    expect(again.exitCode).toBe(1)
    expect(again.left).toEqual([])
  })

  test('several scenarios with one variant named: why a race that is expected ends with 1 is said last', async () => {
    const { exitCode, stdout } = await crosswire('run', 'rpc-shared-socket', 'npm/vscode-jsonrpc-1474', '--variant', 'faulty')
    expect(stdout).toContain('2 of 2 variants as expected\nexit code 1: 2 with a race, which is a failure where one variant')
    expect(exitCode).toBe(1)
  })

  test('a variant without a race ends with 0 and says what that is worth', async () => {
    const { exitCode, stdout } = await crosswire('run', 'rpc-shared-socket', '--variant', 'fixed', '--budget', '60')
    expect(stdout).toMatch(/ok rpc-shared-socket \/ fixed\n {2}60 executions, \d+ distinct interleavings/)
    expect(exitCode).toBe(0)
  })

  test('the environment goes before options', async () => {
    const running = startCrosswire(['run', 'rpc-shared-socket', '--variant', 'fixed', '--budget', '5000', '--json'], {
      CROSSWIRE_BUDGET: '40',
      CROSSWIRE_SEED: '11',
    })
    const { reports } = JSON.parse((await running.ended).stdout)
    expect(reports).toMatchObject([{ seed: 11, executions: 40 }])
  })
})

describe("a user's own scenario", () => {
  test('the same seed prints the same JSON but for times, and nothing else on stdout', async () => {
    const args = ['run', fixture('racy.ts'), '--seed', '7', '--json']
    const [one, two] = (await Promise.all([crosswire(...args), crosswire(...args)])).map(({ stdout }) => withoutTimes(stdout))
    expect(one).toEqual(two)
    expect(one).toMatchObject({ format: 1, exitCode: 1, errors: [], reports: [{ seed: 7, outcome: 'fail' }] })
  })

  test.each([
    ['TypeScript', 'racy.ts', 'every-increment-counts'],
    ['CommonJS', 'racy.cjs', 'lost-update'],
  ])('in %s is found, and replayed by the line that is printed', async (_, name, oracle) => {
    const { exitCode, stdout, left } = await crosswire('run', fixture(name))
    expect(stdout).toContain(oracle)
    expect(exitCode).toBe(1)
    expect(left).toEqual([])
    const [, token = '', file = ''] = /npx crosswire replay (\S+) (\S+)$/m.exec(stdout) ?? []
    expect((await crosswire('replay', token, file)).exitCode).toBe(1)
    const withoutFile = await crosswire('replay', token)
    expect(withoutFile.stderr).toContain('UNKNOWN_SCENARIO')
    expect(withoutFile.exitCode).toBe(2)
  })

  test('a process that ends takes nothing with it that was finished, nor what comes after', async () => {
    const { exitCode, stdout, stderr, left } = await crosswire('run', fixture('half-good.mjs'), '--jobs', '1')
    expect(stdout).toContain('x half-good / swaps')
    expect(stdout).toContain('ok half-good / good')
    expect(stderr).toContain('SUBJECT_EXITED')
    expect(stdout).toContain('2 of 3 variants as expected')
    expect(exitCode).toBe(4)
    expect(left).toEqual([])
  })
})

describe('an end from outside', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s: what was found so far is reported', async (signal) => {
    const running = startCrosswire(['run', fixture('endless.mjs'), '--budget', '10m', '--jobs', '1', '--json'])
    await running.searching()
    running.process.kill(signal)
    const { exitCode, stdout, left } = await running.ended
    const { reports } = JSON.parse(stdout)
    expect(reports).toMatchObject([
      { variant: 'first', stopped: 'interrupted', outcome: 'pass' },
      { variant: 'second', stopped: 'interrupted', executions: 0 },
    ])
    expect(reports[0].executions).toBeGreaterThan(0)
    expect(exitCode).toBe(4)
    expect(left).toEqual([])
  })

  test('SIGKILL of the command line ends the process that searches too', async () => {
    const running = startCrosswire(['run', fixture('endless.mjs'), '--budget', '10m', '--jobs', '2'])
    await running.searching()
    expect(running.pids().length).toBeGreaterThan(1)
    running.process.kill('SIGKILL')
    const { left } = await running.ended
    expect(left).toEqual([])
  })

  test('SIGKILL of the process that searches: another one takes its place, and it is told', async () => {
    const running = startCrosswire(['run', fixture('endless.mjs'), '--budget', '3s', '--jobs', '1'])
    await running.searching()
    for (const pid of running.pids()) if (pid !== running.process.pid) process.kill(pid, 'SIGKILL')
    const { exitCode, stdout, left } = await running.ended
    expect(stdout).toContain('ok endless / first')
    expect(stdout.replace(/\s+/g, ' ')).toContain('the process that searches was killed by SIGKILL: another one took its place')
    expect(stdout).toContain('ok endless / second')
    expect(exitCode).toBe(0)
    expect(left).toEqual([])
  })
})

const withoutTimes = (json: string): unknown =>
  JSON.parse(json, (key, value) => (key === 'ms' || key === 'foundMs' ? undefined : value))
