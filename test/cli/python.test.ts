// A user's Python file on the command line: found, told, replayed by token and by race file; and nothing of it survives.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { SearchReport } from '../../harness/core/report.js'
import { crosswire, startCrosswire } from '../support/crosswire.js'
import { python, pythons } from '../support/pythons.js'

const FILES = 'test/fixtures/python'
const FAULTY = `${FILES}/cache_race.py`
const FIXED = `${FILES}/fixed_cache_race.py`
const ANSWERS = `${FILES}/answers_race.py`

const races = mkdtempSync(join(tmpdir(), 'crosswire-python-races-'))
afterAll(() => rmSync(races, { recursive: true }))

const reportsOf = async (...args: string[]): Promise<{ reports: SearchReport[]; exitCode: number | undefined }> => {
  const { stdout, stderr, exitCode, left } = await crosswire('run', ...args, '--json', '--python', python)
  expect(stdout, stderr).toMatch(/^\{/)
  expect(left).toEqual([])
  return { reports: JSON.parse(stdout).reports, exitCode }
}

describe.skipIf(python === '')('a file in Python', () => {
  test('is searched, shrunk, explained, saved, and replayed by its token and its race file', async () => {
    const ran = await crosswire('run', FAULTY, '--save', races, '--python', python)
    expect(ran.left).toEqual([])
    expect(ran.exitCode, ran.stdout + ran.stderr).toBe(1)
    expect(ran.stdout).toMatch(/cache_race \/ subject: AssertionError: two live sessions for key-[01]/)
    expect(ran.stdout.replace(/\s+/g, ' ')).toMatch(/shrunk to 2 callers, 2 calls, 1 (slow task|deviation)/)
    // What decides is told by lines of the subject.
    expect(ran.stdout).toMatch(/Why: .* was slow: .*\(test\/fixtures\/python\/\S+\.py:\d+\)/s)

    const [, token = ''] = /npx crosswire replay (cw1\S+) /.exec(ran.stdout) ?? []
    const again = await crosswire('replay', token, FAULTY, '--python', python)
    expect(again.stdout).toContain('replayed: it fails')
    expect(again.exitCode).toBe(1)
    const inspected = await crosswire('replay', token, FAULTY, '--inspect', '--python', python)
    expect(inspected.stderr).toContain('BAD_OPTION: --inspect does not stop in cache_race')
    expect(inspected.exitCode).toBe(2)

    expect(readdirSync(races)).toEqual(['cache-race.subject.threw-assertionerror.json'])
    // The race file says where the scenario is.
    const fromFile = await crosswire('replay', races)
    expect(fromFile.stdout).toContain('1 race file: 1 fails')
    expect(fromFile.exitCode).toBe(1)
  })

  test('passes where nothing is wrong with it, as far as was looked', async () => {
    const { reports, exitCode } = await reportsOf(FIXED, '--budget', '300')
    expect(reports).toMatchObject([{ outcome: 'pass', runtime: 'python', executions: 300, notes: [] }])
    expect(exitCode).toBe(0)
  })

  test('is judged by its answers where its operations pass their tokens on, and the dispatcher takes its time', async () => {
    const { reports, exitCode } = await reportsOf(ANSWERS)
    const [{ counterexamples: [found] = [] } = { counterexamples: [] }] = reports
    expect(found?.verdict.oracle).toBe('own-response')
    const asked = found?.execution.history.filter(({ actor }) => actor === 'dispatcher').map(({ op, type }) => `${type} ${op}`)
    expect(asked?.sort()).toEqual(['invoke terminal', 'invoke terminal', 'ok terminal', 'ok terminal'])
    expect(exitCode).toBe(1)
  })

  test('says what it is worth where each execution needs a process of its own', async () => {
    const { reports } = await reportsOf(`${FILES}/ends/kept.py`, '--budget', '30')
    expect(reports[0]?.notes.join('\n')).toContain('the modules keep something')
  })

  test('that cannot be loaded says why', async () => {
    const { exitCode, stdout, stderr, left } = await crosswire('run', `${FILES}/ends/broken.py`, '--python', python)
    expect(stdout + stderr).toContain('BAD_SCENARIO_FILE')
    expect(exitCode).toBe(2)
    expect(left).toEqual([])
  })

  test('is not for the real world', async () => {
    const { exitCode, stdout, stderr } = await crosswire('run', FAULTY, '--runtime', 'real', '--runs', '1')
    expect(stdout + stderr).toContain('ONLY_SIMULATED')
    expect(exitCode).toBe(4)
  })

  test('without an interpreter nothing can be said', async () => {
    const { exitCode, stdout, stderr } = await crosswire('run', FAULTY, '--python', process.execPath)
    expect(stdout + stderr).toContain('INTERPRETER_MISSING')
    expect(exitCode).toBe(4)
  })

  test('leaves no process where the search is killed', async () => {
    const running = startCrosswire(['run', FIXED, '--budget', '60s', '--jobs', '1', '--python', python])
    await expect.poll(() => running.pids().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(4)
    for (const pid of running.pids()) if (pid === running.process.pid) process.kill(pid, 'SIGKILL')
    expect((await running.ended).left).toEqual([])
  })
})

test.skipIf(python === '')('crosswire doctor lists the interpreters that answer', async () => {
  const { stdout } = await crosswire('doctor')
  for (const [, { version }] of pythons) expect(stdout).toContain(`python ${version.join('.')}`)
})

test('the file that the docs show is the one that is searched here', () => {
  const [, shown] = /```python\n(.*?)```/s.exec(readFileSync('docs/python.md', 'utf8')) ?? []
  expect(shown).toBe(readFileSync(FAULTY, 'utf8'))
})
