// Runs the command line as a user does, in a process of its own, and looks for what it leaves behind.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa, type ResultPromise } from 'execa'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = join(ROOT, 'dist/harness/cli/main.js')
const FIXTURES = join(ROOT, 'test/fixtures/scenarios')

export const fixture = (name: string): string => join(FIXTURES, name)

export interface Ran {
  readonly exitCode: number | undefined
  readonly signal: string | undefined
  readonly stdout: string
  readonly stderr: string
  /** Processes of it that still live, by command line; files and folders that it has left in the places for temporary ones. */
  readonly left: readonly string[]
}

export interface Running {
  readonly process: ResultPromise<{ reject: false }>
  /** Pids of all processes that it has started and that live, itself included. */
  pids(): number[]
  /** Settles when a scenario that tells so (`endless.mjs`) is being searched. */
  searching(): Promise<void>
  readonly ended: Promise<Ran>
}

/** For what hangs: a command takes a second or two on a quiet machine, and fifty times that on one that twenty others use. */
const TIMEOUT_MS = 110_000

/** `timeoutMs`: for what starts many processes, one after the other. */
export const startCrosswire = (args: readonly string[], env: Record<string, string> = {}, timeoutMs = TIMEOUT_MS): Running => {
  const temporary = mkdtempSync(join(tmpdir(), 'crosswire-test-'))
  const started = `${temporary}.started`
  const mark = `CROSSWIRE_TEST_MARK=${temporary}`
  const subprocess = execa(process.execPath, [MAIN, ...args], {
    reject: false,
    cwd: ROOT,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    env: {
      CROSSWIRE_DIR: temporary,
      ...env,
      CROSSWIRE_TEST_MARK: temporary,
      CROSSWIRE_TEST_STARTED: started,
      TMPDIR: temporary,
      CI: '',
      NO_COLOR: '1',
    },
  })
  const ended = subprocess.then(async ({ exitCode, signal, stdout, stderr }) => {
    const left = [...(await survivors(mark)), ...readdirSync(temporary)]
    for (const pid of marked(mark)) process.kill(pid, 'SIGKILL')
    rmSync(temporary, { recursive: true })
    rmSync(started, { force: true })
    return { exitCode, signal, stdout, stderr, left }
  })
  return {
    process: subprocess as unknown as Running['process'],
    pids: () => marked(mark),
    searching: () => until(() => existsSync(started)),
    ended,
  }
}

export const crosswire = (...args: string[]): Promise<Ran> => startCrosswire(args).ended

/** A parent's end is noticed four times a second, once a process has begun: on a machine that is busy that can take a while. */
const GRACE_MS = 20_000

const survivors = async (mark: string): Promise<string[]> => {
  await until(() => marked(mark).length === 0, GRACE_MS)
  return marked(mark).map((pid) => commandLine(pid))
}

/** Waits for something to come true, not for time to pass. */
export const until = async (isTrue: () => boolean, mostMs = TIMEOUT_MS): Promise<void> => {
  const untilMs = performance.now() + mostMs
  while (!isTrue() && performance.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 25))
}

/** Every descendant inherits the environment, however it was started. */
export const marked = (mark: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).split('\0').includes(mark))
    .map(Number)

const commandLine = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
