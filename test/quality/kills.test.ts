// kill -9 at random moments, of whoever is at work: nothing runs on, no directory and no socket file is left, what had finished is told,
// and the next run, in the same place, is as if nothing had been.
//
// `npm run test:long` does so a hundred times; CROSSWIRE_KILLS_SEED draws other moments.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'
import { below, stream } from '../../harness/core/random.js'
import { marked, ROOT, until } from '../support/crosswire.js'
import { often } from '../support/long.js'

const ROUNDS = often({ each: 12, once: 100 })
const SEED = Number(process.env.CROSSWIRE_KILLS_SEED ?? 1)
const MAIN = join(ROOT, 'dist/harness/cli/main.js')
/** On a machine with many others at work, a run of a few seconds takes a minute. */
const PATIENT_MS = 170_000

const SEARCH = ['run', 'rpc-shared-socket', '--variant', 'fixed', '--json', '--jobs', '2', '--budget']
const REAL = ['run', 'rpc-shared-socket', '--variant', 'fixed', '--json', '--runtime', 'real', '--runs', '4', '--budget', '5']

interface Victim {
  readonly args: readonly string[]
  /** By its command; `null`: the command line itself. */
  readonly command: RegExp | null
  /** Milliseconds within which it is struck, once there is one. */
  readonly withinMs: number
}

/** A worker and the command line are struck in the midst of some seconds of search, a dispatcher in its life of some hundred ms. */
const VICTIMS: readonly Victim[] = [
  { args: [...SEARCH, '480'], command: /child.entry\.js/, withinMs: 800 },
  { args: REAL, command: /dispatcher-main\.js/, withinMs: 150 },
  { args: [...SEARCH, '480'], command: null, withinMs: 1200 },
  { args: REAL, command: null, withinMs: 1200 },
]

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

const dir = mkdtempSync(join(tmpdir(), 'crosswire-kills-'))
const draw = stream(SEED, 0)
const struck: string[] = []

interface Round {
  readonly stdout: string
  readonly exitCode: number | undefined
  /** Whether a process was still there to be killed at the moment that was drawn. */
  readonly hit: boolean
}

const start = (args: readonly string[]) => {
  const mark = `CROSSWIRE_KILLS_ROUND=${process.pid}-${struck.length}`
  const [name, value] = mark.split('=') as [string, string]
  const env = { TMPDIR: dir, CROSSWIRE_DIR: dir, NO_COLOR: '1', CI: '', [name]: value }
  return { mark, process: execa(process.execPath, [MAIN, ...args], { cwd: ROOT, env, reject: false, timeout: PATIENT_MS }) }
}

/** Runs, and kills the victim at a moment that is drawn. Whoever has ended by then is not hit. */
const strike = async ({ args, command, withinMs }: Victim): Promise<Round> => {
  const { mark, process: running } = start(args)
  let ended = false
  const end = running.finally(() => (ended = true))
  const find = () => marked(mark).filter((pid) => (command === null ? pid !== running.pid : command.test(commandOf(pid))))
  await until(() => ended || find().length > 0, PATIENT_MS)
  const waitMs = below(draw(), withinMs)
  const chosen = draw()
  await Promise.race([end, new Promise((passed) => setTimeout(passed, waitMs))])
  const those = command === null ? [running.pid as number] : find()
  const hit = !ended && those.length > 0 && kill(those[below(chosen, those.length)] as number)
  struck.push(
    `${command?.source ?? 'the command line'} of ${args.includes('real') ? 'real runs' : 'a search'} after ${waitMs} ms`,
  )
  const { stdout, exitCode } = await end
  await until(() => marked(mark).length === 0, PATIENT_MS)
  expect(marked(mark).map(commandOf)).toEqual([])
  return { stdout, exitCode, hit }
}

const kill = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** What a command line says that was not killed itself: everything that was asked for, whoever died meanwhile. */
const checkSearch = ({ stdout, exitCode, hit }: Round): void => {
  const [report] = JSON.parse(stdout).reports
  expect(report).toMatchObject({ outcome: 'pass', executions: 480, stopped: 'budget' })
  if (hit && report.notes.length > 0) expect(report.notes.join()).toContain('was killed by SIGKILL: another one took its place')
  expect(exitCode).toBe(0)
}

const checkReal = ({ stdout, exitCode }: Round): void => {
  const [report] = JSON.parse(stdout).reports
  const outcomes = report.runs.map((run: { outcome: string }) => run.outcome)
  expect(outcomes).toHaveLength(4)
  expect(outcomes.filter((outcome: string) => outcome === 'pass').length).toBeGreaterThanOrEqual(3)
  expect(exitCode).toBe(outcomes.includes('unknown') ? 4 : 0)
}

const hits: boolean[] = []
afterAll(() => {
  rmSync(dir, { recursive: true })
  console.log(`seed ${SEED}: ${hits.filter(Boolean).length} of ${hits.length} were hit at work\n${struck.join('\n')}`)
})

test.each(Array.from({ length: ROUNDS }, (_, n) => n))(
  'kill %i',
  async (n) => {
    const victim = VICTIMS[n % VICTIMS.length] as Victim
    const round = await strike(victim)
    hits.push(round.hit)
    if (victim.command === null && round.hit) return
    if (victim.args === REAL) checkReal(round)
    else checkSearch(round)
    // A command line that lives removes what it and its processes had, and what killed ones before it have left.
    expect(readdirSync(dir)).toEqual([])
  },
  2 * PATIENT_MS,
)

test('after all of them, a run does what it always does and leaves nothing', { timeout: PATIENT_MS }, async () => {
  const { stdout, exitCode } = await start([...SEARCH, '60']).process
  expect(JSON.parse(stdout as string).reports).toMatchObject([{ outcome: 'pass', executions: 60 }])
  expect([exitCode, readdirSync(dir)]).toEqual([0, []])
  // Most moments are drawn within the life of whom they are for: otherwise all of this would show nothing.
  expect(hits.filter(Boolean).length).toBeGreaterThan(ROUNDS / 2)
})

const SAVING = ['run', 'rpc-shared-socket', '--budget', '120', '--jobs', '2', '--reporter', 'terminal', '--save']
const SAVES = often({ each: 4, once: 20 })

// What had finished when the command line itself was killed is kept: each race of which it said so is in its file, and is replayed from there.
test.each(Array.from({ length: SAVES }, (_, n) => n))(
  'kill %i of a command line that saves races',
  async (n) => {
    const folder = join(dir, `races-${n}`)
    const { mark, process: running } = start([...SAVING, folder])
    let told = ''
    running.stderr?.on('data', (chunk) => (told += chunk))
    let ended = false
    const end = running.finally(() => (ended = true))
    // At the n-th race, and from then on at a moment that is drawn.
    const saved = (): string[] => [...told.matchAll(/^saved: (.*\.json)$/gm)].map(([, path = '']) => path)
    await until(() => ended || saved().length > n % 3, PATIENT_MS)
    await Promise.race([end, new Promise((passed) => setTimeout(passed, below(draw(), 300)))])
    kill(running.pid as number)
    await end
    await until(() => marked(mark).length === 0, PATIENT_MS)
    expect(marked(mark).map(commandOf)).toEqual([])
    expect(saved().length).toBeGreaterThan(n % 3)
    for (const path of saved()) expect(JSON.parse(readFileSync(resolve(ROOT, path), 'utf8'))).toMatchObject({ format: 1 })
    const { exitCode, stdout } = await execa(process.execPath, [MAIN, 'replay', folder, '--json'], { cwd: ROOT, reject: false })
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout).races.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      readdirSync(folder).map(() => 'fails'),
    )
    rmSync(folder, { recursive: true })
  },
  2 * PATIENT_MS,
)
