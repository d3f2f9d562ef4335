// How a run in the real world ends, whoever ends it: it is counted, nothing of it is left, and what had finished is told.
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test, vi } from 'vitest'
import type { RateReport } from '../../../harness/core/rate-report.js'
import { tempDir } from '../../dispatchers/bench.js'
import { fixture, ROOT, startCrosswire } from '../../support/crosswire.js'

/** Each run starts two processes or three: on a machine with twenty others at work that takes its time. */
const PATIENT_MS = 170_000
vi.setConfig({ testTimeout: PATIENT_MS + 10_000 })

const inEnvironment = (pid: number, name: string): string | undefined => {
  try {
    const entry = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .find((each) => each.startsWith(`${name}=`))
    return entry?.slice(name.length + 1)
  } catch {
    return undefined
  }
}
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
/** Pids of all processes of this run of a series, by their command. */
const ofRun = (marked: readonly number[], run: number, command: RegExp): number[] =>
  marked.filter((pid) => inEnvironment(pid, 'CROSSWIRE_RUN')?.endsWith(`/${run}`) === true && command.test(commandOf(pid)))
const all = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** Waits for another process; the test's own time-out is the limit. */
const until = async <T>(find: () => T | undefined): Promise<T> => {
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const RUNNER = /real.entry\.js/
const DISPATCHER = /dispatcher-main\.js/
const fixed = (runs: number): string[] => [
  ...['run', 'rpc-shared-socket', '--variant', 'fixed', '--runtime', 'real', '--budget', '5', '--runs', String(runs)],
]

/** One run of a variant of `real-ends.mjs`, or of another file. */
const endOf = async (variant: string, file = 'real-ends.mjs') => {
  const args = ['--variant', variant, '--seed', '1', '--runs', '1', '--budget', '1', '--watchdog', '1', '--patience', '1']
  const command = ['run', fixture(file), '--runtime', 'real', '--json', ...args]
  const { stdout, exitCode, left } = await startCrosswire(command, {}, PATIENT_MS).ended
  const [report] = JSON.parse(stdout).reports as [RateReport]
  expect(left).toEqual([])
  return { report, run: report.runs[0], exitCode }
}

test.each([
  ['hangs', 1, ['fail', 'deadlock', 'never-settles', 'deadlock', ['ann: ask TAG-1', 'bob: ask TAG-2']]],
  ['exits', 1, ['fail', 'crashed', 'threw', 'crashed', null]],
  ['loops', 4, ['unknown', 'out-of-control', 'threw', 'out-of-control', []]],
])('a subject that %s is told by name and counted', async (variant, code, expected) => {
  const { run, exitCode } = await endOf(variant)
  expect([run?.outcome, run?.end, run?.oracle, run?.symptom, run?.hung]).toEqual(expected)
  expect(exitCode).toBe(code)
})

// Whether the crash strikes is drawn from the seed, which is fixed: with 1 it does.
test.each([
  ['in-turn', 'completed'],
  ['crashing', 'deadlock'],
])('nobody waits for a dispatcher that has fallen silent: %s', async (variant, end) => {
  const { run } = await endOf(variant, 'silent.mjs')
  // Whoever waited for it would have ended with the bound, and `limit`.
  expect(run?.end).toBe(end)
})

test('what a subject leaves in the world is found, and ended', async () => {
  const { report, exitCode } = await endOf('messy')
  const [failure] = report.failures
  const left = failure?.execution.leftovers.map(
    ({ kind, what, actor }) => `${actor}: ${kind}, ${what.replace(/pid \d+/, 'pid N')}`,
  )
  // Both callers leave the same.
  expect(new Set(left?.map((each) => each.replace(/left-\w+/, 'left-N').replace(/^bob/, 'ann')))).toEqual(
    new Set([
      'ann: process, process sleep (pid N)',
      'main: process, process sleep 100 (pid N)',
      'main: file, temporary directory left-N',
      'ann: rejection, Error: nobody handles this',
      "ann: error, SyntaxError: Expected property name or '}' in JSON at position 1",
    ]),
  )
  const failed = failure?.verdicts.filter(({ outcome }) => outcome === 'fail').map(({ oracle }) => oracle)
  expect(new Set(failed)).toEqual(new Set(['leaks', 'subject-errors']))
  expect(exitCode).toBe(1)
})

test('an interrupted series tells of the runs that have finished', async () => {
  const running = startCrosswire(fixed(500), {}, PATIENT_MS)
  await until(() => ofRun(running.pids(), 2, RUNNER)[0])
  running.process.kill('SIGINT')
  const { stdout, exitCode, left } = await running.ended
  expect(stdout).toMatch(/none of \d+ finished runs \(of 500\) failed/)
  expect({ exitCode, left }).toEqual({ exitCode: 4, left: [] })
})

test('a run whose dispatcher or whose own process is killed says nothing, and the next one runs', async () => {
  const running = startCrosswire(fixed(3), {}, PATIENT_MS)
  const dispatcher = await until(() => ofRun(running.pids(), 1, DISPATCHER)[0])
  process.kill(dispatcher, 'SIGKILL')
  const runner = await until(() => ofRun(running.pids(), 2, RUNNER)[0])
  process.kill(runner, 'SIGKILL')
  const { stdout, exitCode, left } = await running.ended
  const text = stdout.replace(/\s+/g, ' ')
  expect(text).toContain('DISPATCHER_DIED')
  expect(text).toContain('the process of the run was killed by SIGKILL')
  expect(text).toContain('Real: 0 of 3 runs failed')
  expect({ exitCode, left }).toEqual({ exitCode: 4, left: [] })
})

test('nothing runs on when the command line is killed, and the next one sweeps its files', async () => {
  const dir = await tempDir()
  const env = { TMPDIR: dir, CROSSWIRE_DIR: dir }
  const main = join(ROOT, 'dist/harness/cli/main.js')
  const subprocess = execa(process.execPath, [main, ...fixed(500)], { env, reject: false })
  const mine = (): number[] => all().filter((pid) => inEnvironment(pid, 'CROSSWIRE_DIR') === dir)
  await until(() => ofRun(mine(), 2, DISPATCHER)[0])
  subprocess.kill('SIGKILL')
  await subprocess
  await until(() => (mine().length === 0 ? true : undefined))
  expect(readdirSync(dir)).not.toEqual([])
  await execa(process.execPath, [main, ...fixed(1)], { env })
  expect(readdirSync(dir)).toEqual([])
  expect(dir.startsWith(tmpdir())).toBe(true)
})
