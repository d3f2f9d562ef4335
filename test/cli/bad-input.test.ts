// What a user can get wrong, and subjects that misbehave: a clear error with its code, the right exit code, nothing left behind.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { crosswire, fixture, startCrosswire } from '../support/crosswire.js'

const lineOf = (file: string, comment: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`// ${comment}`)) + 1

/** Not among the fixtures, since no formatter takes it. */
const folder = mkdtempSync(join(tmpdir(), 'crosswire-cut-off-'))
const CUT_OFF = join(folder, 'cut-off.mjs')
writeFileSync(CUT_OFF, 'export default {\n  name: ')
const [CIRCLE, DEEP] = [join(folder, 'circle.json'), join(folder, 'deep.json')]
symlinkSync(CIRCLE, CIRCLE)
writeFileSync(DEEP, `{ "format": 1, "x": ${'['.repeat(20_000)}${']'.repeat(20_000)} }`)
afterAll(() => rmSync(folder, { recursive: true }))

describe('input that is wrong ends with exit code 2 and says what is wrong', () => {
  test.each([
    ['an unknown scenario', ['run', 'no-such-scenario'], 'UNKNOWN_SCENARIO'],
    ['a file that is not there', ['run', './no-such.scenario.ts'], 'UNKNOWN_SCENARIO'],
    ['a folder', ['run', './test'], 'UNKNOWN_SCENARIO'],
    ['an unknown variant', ['run', 'rpc-shared-socket', '--variant', 'perfect'], 'UNKNOWN_SCENARIO'],
    ['an unknown race', ['run', 'rpc-shared-socket', '--variant', 'fixed', '--race', 'no-such-race'], 'BAD_OPTION'],
    ['an unknown option', ['run', '--no-such-option'], 'BAD_OPTION'],
    ['an unknown command', ['rum'], 'BAD_OPTION'],
    ['an unknown strategy', ['run', '--strategy', 'luck'], 'BAD_OPTION'],
    ['a budget that is none', ['run', '--budget', 'much'], 'BAD_OPTION'],
    ['a seed that is none', ['run', '--seed', '-1'], 'BAD_OPTION'],
    ['an empty token', ['replay', ''], 'BAD_TOKEN: the token is empty'],
    ['a token that is none', ['replay', 'nonsense'], '`nonsense` is no token, and no file or folder of that name is there'],
    ['a token that was cut', ['replay', 'cw1.lZAxTsNAEEW_g.0123'], 'BAD_TOKEN'],
    ['a token of a newer format', ['replay', 'cw2.lZAxTsNAEEW_g.01234567'], 'TOKEN_TOO_NEW'],
    ['a race file that is a link in a circle', ['replay', CIRCLE], 'BAD_RACE_FILE'],
    ['a race file with lists in lists in lists', ['replay', DEEP], 'BAD_RACE_FILE'],
    ['a table below a file', ['registry', 'cache-delete', '--out', join(CUT_OFF, 'out.md')], 'BAD_OPTION: --out cannot write'],
    ['a dispatcher without a place', ['dispatcher'], 'BAD_OPTION'],
    ['a file that throws', ['run', fixture('throws-at-load.mjs')], 'BAD_SCENARIO_FILE'],
    ['a file that exports nothing', ['run', fixture('exports-nothing.mjs')], 'BAD_SCENARIO_FILE'],
    ['a file with a syntax error', ['run', CUT_OFF], 'BAD_SCENARIO_FILE'],
    ['a file whose top-level await never settles', ['run', fixture('never-loads.mjs')], 'BAD_SCENARIO_FILE'],
  ])('%s', async (_, args, code) => {
    const { exitCode, stdout, stderr, left } = await crosswire(...args)
    expect(stderr).toContain(code)
    expect(exitCode).toBe(2)
    expect(stdout).toBe('')
    expect(left).toEqual([])
  })

  test.each([
    ['a search', 'a directory that is not there', [], join(folder, 'not-there')],
    ['a search', 'a file', [], CUT_OFF],
    ['real runs', 'a directory that is not there', ['--runtime', 'real'], join(folder, 'not-there')],
  ])('%s whose files are to lie in %s', async (_, __, args, place) => {
    const run = ['run', 'rpc-shared-socket', '--variant', 'fixed', '--budget', '3', ...args]
    const { exitCode, stdout, stderr, left } = await startCrosswire(run, { CROSSWIRE_DIR: place }).ended
    expect(stdout + stderr).toContain('NO_DIRECTORY: no directory can be made for the files of executions')
    expect(exitCode).toBe(2)
    expect(left).toEqual([])
  })

  test.each([
    ['of a scenario', ['rpc-shared-socket'], 'rpc-shared-socket'],
    ['of a file', [fixture('half-good.mjs')], 'half-good'],
  ])('an unknown race %s is told once, before any variant is searched', async (_, args, name) => {
    const { exitCode, stdout, stderr } = await crosswire('run', ...args, '--race', 'no-such-race')
    expect(stderr.match(/BAD_OPTION: .*/g)).toEqual([`BAD_OPTION: no race \`no-such-race\` is listed by ${name}`])
    expect(exitCode).toBe(2)
    expect(stdout).toBe('')
  })

  test('what a file says is quoted, never obeyed by the terminal', async () => {
    const file = join(folder, 'evil.json')
    const shard = { index: 1, of: 2, seen: null }
    writeFileSync(
      file,
      JSON.stringify({ format: 1, reports: [{ scenario: '\u001b[31mevil', variant: 'v', counterexamples: [], shard }] }),
    )
    const { exitCode, stderr } = await crosswire('merge', file)
    expect(stderr).toContain('BAD_REPORT')
    expect(stderr).not.toContain('\u001b')
    expect(exitCode).toBe(2)
  })

  test('a race that is not listed leaves the report of an earlier run as it is', async () => {
    const file = join(folder, 'good.xml')
    writeFileSync(file, '<testsuites/>')
    const { exitCode } = await crosswire('run', 'rpc-shared-socket', '--race', 'no-such-race', '--reporter', `junit=${file}`)
    expect([exitCode, readFileSync(file, 'utf8')]).toEqual([2, '<testsuites/>'])
  })

  test('a file that throws is told with its own message and place', async () => {
    const { stderr } = await crosswire('run', fixture('throws-at-load.mjs'))
    expect(stderr).toContain('this file never loads')
    expect(stderr).toContain('throws-at-load.mjs:1')
  })
})

describe('a subject that misbehaves ends with exit code 4, and what it did is named', () => {
  test.each([
    ['loops.ts', 'spins here'],
    ['polls.ts', 'polls here'],
  ])('a loop that lets nothing else run: %s', async (name, comment) => {
    const { exitCode, stdout, stderr, left } = await crosswire('run', fixture(name), '--watchdog', '1')
    expect(stderr).toContain('WATCHDOG')
    expect(stderr).toContain(`${fixture(name)}:${lineOf(fixture(name), comment)}`)
    expect(exitCode).toBe(4)
    expect(stdout).toBe('')
    expect(left).toEqual([])
  })

  test('process.exit is named with its code, its place and the last lines', async () => {
    const { exitCode, stderr, left } = await crosswire('run', fixture('exits.mjs'))
    expect(stderr).toContain('SUBJECT_EXITED: the subject ended the process with exit code 7')
    expect(stderr).toContain('exits.mjs:7')
    expect(stderr).toContain('on my way out')
    expect(stderr).toContain('with a reason')
    expect(exitCode).toBe(4)
    expect(left).toEqual([])
  })

  test('a process that is killed is named with the signal and the last lines', async () => {
    const { exitCode, stderr, left } = await crosswire('run', fixture('kills.mjs'), '--budget', '60s')
    expect(stderr).toContain('WORKER_DIED: the process that searches was killed by SIGKILL')
    expect(stderr).toContain('the last words')
    expect(exitCode).toBe(4)
    expect(left).toEqual([])
  })

  test('an error that nobody catches outside of an execution is told as it was thrown', async () => {
    const { exitCode, stderr, left } = await crosswire('run', fixture('stray-timer.mjs'))
    expect(stderr).toContain('SUBJECT_EXITED: an error that nobody caught ended the process')
    expect(stderr).toContain('from a timer of the module')
    expect(exitCode).toBe(4)
    expect(left).toEqual([])
  })

  test('a program that a subject has started and that keeps its streams is not waited for', async () => {
    const running = startCrosswire(['run', fixture('keeps-pipes.mjs'), '--budget', '10', '--jobs', '1'])
    await running.process
    for (const pid of running.pids()) process.kill(pid, 'SIGKILL')
    const { exitCode, stdout } = await running.ended
    expect(stdout).toContain('10 executions')
    expect(exitCode).toBe(0)
  })

  test('100 MiB on stdout harm nobody and stay out of the JSON', async () => {
    const { exitCode, stdout, left } = await crosswire('run', fixture('shouts.mjs'), '--json', '--budget', '50')
    const { reports } = JSON.parse(stdout)
    expect(reports).toMatchObject([{ scenario: 'fixture', variant: 'only', outcome: 'pass', executions: 50 }])
    expect(exitCode).toBe(0)
    expect(left).toEqual([])
  })
})
