// The watchdog against real processes that never come back.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import type { WatchdogReport } from '../../../../harness/runtimes/node/watchdog/report.js'
import { watchdogText } from '../../../../harness/runtimes/node/watchdog/report.js'

const SUBJECT = fileURLToPath(new URL('../../../fixtures/watchdog/subject.ts', import.meta.url))
const THREADS = fileURLToPath(new URL('../../../fixtures/watchdog/thread-subject.mjs', import.meta.url))
const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  execa('node', ['--import', 'tsx', SUBJECT, ...args], {
    reject: false,
    timeout: 55_000,
    forceKillAfterDelay: 1,
    env: { TSX_DISABLE_CACHE: '1', ...env },
  })
const lineOf = (comment: string): number =>
  readFileSync(SUBJECT, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`// ${comment}`)) + 1

describe('the watchdog', () => {
  test.each([
    ['sync', 'spinForEver', lineOf('the sync loop')],
    ['microtasks', 'pollForEver', lineOf('the microtask loop')],
  ])('names the line of a %s loop as its author wrote it, and ends the process', async (how, name, line) => {
    const { stdout, signal } = await start([how, '400'])
    const report = JSON.parse(stdout) as WatchdogReport
    expect(signal).toBe('SIGKILL')
    expect(report.cpuMs).toBeGreaterThanOrEqual(400)
    const [file, at] = (report.at as string).split(/:(?=\d+$)/)
    expect(file).toBe(SUBJECT)
    // The pause falls on any statement of the loop, whose head is at most two lines above and whose end is one below.
    expect([-1, 0, 1, 2]).toContain(line - Number(at))
    expect(report.stack[0]).toContain(name)
  })

  test('leaves a process alone that uses much CPU time but lets its loop turn', async () => {
    const { stdout, exitCode } = await start(['busy', '400'])
    expect(stdout).toBe('')
    expect(exitCode).toBe(0)
  })

  test('ends a process that blocks for good in a call that nothing interrupts, and says so', async () => {
    const { stdout, signal } = await start(['blocked', '400'])
    expect(JSON.parse(stdout)).toMatchObject({ type: 'watchdog', at: null })
    expect(signal).toBe('SIGKILL')
  })

  test('names the call in which a process waits for good, and does not speak of a loop', async () => {
    const { stdout, signal } = await start(['waits', '400'])
    const report = JSON.parse(stdout) as WatchdogReport
    expect(report).toMatchObject({ at: `${SUBJECT}:${lineOf('the call that waits')}`, blocked: true })
    expect(watchdogText(report)).toMatch(/^WATCHDOG: no step, and no work: the call at \S+ blocks the thread for good\n/)
    expect(signal).toBe('SIGKILL')
  })

  test('ends a process whose parent is another one than it should be', async () => {
    const { stdout, signal } = await start(['idle', '400', '1'])
    expect(signal).toBe('SIGKILL')
    expect(stdout).toBe('')
  })

  // One that makes its directory anew between the removal and the end leaves it: without a word between the two threads every third does.
  test('leaves no directory of a process that it ends amid its executions', async () => {
    const place = mkdtempSync(join(tmpdir(), 'crosswire-ended-'))
    const started = Array.from({ length: 8 }, () => start(['files', '0', '1'], { CROSSWIRE_DIR: place }))
    const ended = await Promise.all(started)
    expect(ended.map(({ signal }) => signal)).toEqual(ended.map(() => 'SIGKILL'))
    expect(readdirSync(place)).toEqual([])
    rmSync(place, { recursive: true })
  })

  test('ends a worker thread that loops, and nothing but that: it has its last words, the process and the other threads go on', async () => {
    const { stdout, exitCode } = await execa('node', [THREADS], { reject: false, timeout: 55_000 })
    const [waited, report = '', ...others] = stdout.split('\n')
    expect(waited).toBe('waited')
    expect(JSON.parse(report).at).toMatch(/thread-subject\.mjs:\d+$/)
    expect(others).toEqual([
      expect.stringMatching(
        /^last words: WATCHDOG: no step for \d\.\d s of CPU time: the loop at .*thread-subject\.mjs:\d+ never/,
      ),
      'the thread has ended with 1',
      'the other thread goes on',
    ])
    expect(exitCode).toBe(0)
  })

  test('says what a person needs', () => {
    const text = watchdogText({ type: 'watchdog', cpuMs: 5012, at: '/p/client.ts:21', stack: ['poll (/p/client.ts:21)'] })
    expect(text).toMatchInlineSnapshot(`
      "WATCHDOG: no step for 5.0 s of CPU time: the loop at /p/client.ts:21 never lets another task run
          at poll (/p/client.ts:21)
        usually:  a loop of the subject that waits for something that only another task can bring about
        remedy:   let the loop await something real (a timer, I/O, an event)"
    `)
  })
})
