// Runs of vitest that are ended, and runs that go on: nothing is left of the ones, and the others begin anew each time.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'

let project: Project
let places: string
beforeAll(async () => {
  project = await createProject('vitest-long')
  places = mkdtempSync(join(tmpdir(), 'crosswire-ends-'))
})
afterAll(() => {
  project.remove()
  rmSync(places, { recursive: true })
})

/** A real run with a folder of its own for the directories of executions, whose name its processes carry in their environment. */
const start = (name: string, args: readonly string[]) => {
  const place = join(places, name)
  mkdirSync(place)
  const started = `${place}.started`
  let output = ''
  const subprocess = execa(process.execPath, [join(project.dir, 'node_modules/.bin/vitest'), ...args], {
    cwd: project.dir,
    reject: false,
    buffer: false,
    all: true,
    detached: true,
    timeout: 200_000,
    killSignal: 'SIGKILL',
    env: { CROSSWIRE_DIR: place, STARTED: started, NO_COLOR: '1', CI: '', VITEST: '' },
  })
  subprocess.all.on('data', (chunk) => {
    output += chunk
  })
  return {
    subprocess,
    place,
    pid: subprocess.pid as number,
    output: () => output,
    searching: () => until(() => existsSync(started)),
    processes: () => withMark(`CROSSWIRE_DIR=${place}`),
    directories: () => readdirSync(place),
  }
}

/** Waits for something to come true, not for time to pass. */
const until = async (isTrue: () => boolean): Promise<void> => {
  const untilMs = performance.now() + 150_000
  while (!isTrue() && performance.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 25))
}

const withMark = (mark: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environOf(name).split('\0').includes(mark))
    .map(Number)

const environOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

test.each([
  ['Ctrl-C', (pid: number) => process.kill(-pid, 'SIGINT')],
  ['kill -9 of vitest alone', (pid: number) => process.kill(pid, 'SIGKILL')],
])('%s leaves no process and no directory of an execution in the pool of forks', async (how, end) => {
  const run = start(how.replace(/\W/g, ''), ['run', 'long.test.ts', '--pool=forks'])
  await run.searching()
  expect(run.directories()).toHaveLength(1)
  end(run.pid)
  await run.subprocess
  await until(() => run.processes().length === 0)
  expect(run.processes()).toEqual([])
  await until(() => run.directories().length === 0)
  expect(run.directories()).toEqual([])
})

// Vitest ends such threads with its process: neither of them is asked to clean up, and nothing of crosswire is in vitest's own thread.
test('Ctrl-C in the pool of threads leaves no process, and one directory at most, which the next user of the place removes', async () => {
  const run = start('threads', ['run', 'long.test.ts', '--pool=threads'])
  await run.searching()
  process.kill(-run.pid, 'SIGINT')
  await run.subprocess
  await until(() => run.processes().length === 0)
  expect(run.processes()).toEqual([])
  expect(run.directories().length).toBeLessThanOrEqual(1)
  await project.tool('crosswire', ['doctor'], { CROSSWIRE_DIR: run.place })
  expect(run.directories()).toEqual([])
})

test.each(['forks', 'threads'])(
  'vitest --watch runs the same file again, without isolation too, in the pool %s',
  async (pool) => {
    const before = project.read('account.ts')
    const args = ['--watch', `--pool=${pool}`, '--no-isolate', '--maxWorkers=1', 'twice', 'other']
    const run = start(`watch-${pool}`, args)
    await until(() => run.output().includes('PASS'))
    expect(run.output()).toMatch(/crosswire: twice\.test\.ts: 200 schedules explored in one race/)
    project.write('account.ts', before.replace('account.balance += 1', 'account.balance = (await null, account.balance) + 1'))
    await until(() => run.output().includes('RERUN') && run.output().split('PASS').length > 2)
    expect(run.output().match(/crosswire: twice\.test\.ts: 200 schedules explored/g)).toHaveLength(2)
    process.kill(-run.pid, 'SIGINT')
    await run.subprocess
    await until(() => run.processes().length === 0)
    expect(run.processes()).toEqual([])
    expect(run.directories()).toEqual([])
    project.write('account.ts', before)
  },
)
