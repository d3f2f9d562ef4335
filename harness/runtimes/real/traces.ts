// What a run leaves outside of its process: open files, socket files, temporary directories, programs.
import { type Dirent, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Leftover } from '../../core/execution.js'
import { MAIN } from '../../core/history.js'

export interface TracesOptions {
  /** The directory of the run; what lies in it is the subject's business, but for sockets. */
  readonly dir: string
  /** Where `os.tmpdir()` points in the run. */
  readonly temporary: string
  /** `NAME=value` in the environment of every program that the run has started, and in its own. */
  readonly mark: string
}

export interface Traces {
  /** What is there now and was not at the start. */
  leftovers(): Leftover[]
}

/** Open files and programs are seen where there is a /proc. */
export const watchTraces = ({ dir, temporary, mark }: TracesOptions): Traces => {
  const filesBefore = openFiles()
  const pidsBefore = new Set(markedProcesses(mark))
  const before = new Set([...socketsIn(dir), ...directoriesIn(temporary)])
  return {
    leftovers: () => [
      ...[...openFiles()].flatMap(([fd, file]) => (filesBefore.get(fd) === file ? [] : leftover('file', `file ${file}`))),
      ...[...socketsIn(dir), ...socketsIn(temporary), ...directoriesIn(temporary)].flatMap((what) =>
        before.has(what) ? [] : leftover('file', what),
      ),
      ...markedProcesses(mark).flatMap((pid) =>
        pidsBefore.has(pid) || pid === process.pid ? [] : leftover('process', `process ${commandOf(pid)} (pid ${pid})`),
      ),
    ],
  }
}

const leftover = (kind: Leftover['kind'], what: string): Leftover[] => [{ kind, what, actor: MAIN, referenced: true }]

/** By descriptor: regular files, as far as the system tells. */
const openFiles = (): Map<string, string> => {
  const files = new Map<string, string>()
  for (const fd of namesIn('/proc/self/fd')) {
    const target = quietly(() => readlinkSync(`/proc/self/fd/${fd}`)) ?? ''
    if (target.startsWith('/') && !/^\/(dev|proc|sys)\//.test(target)) files.set(fd, target)
  }
  return files
}

const socketsIn = (dir: string): string[] =>
  entriesIn(dir).flatMap(({ entry, path }) => (entry.isSocket() ? [`socket file ${path}`] : []))
const directoriesIn = (dir: string): string[] =>
  entriesIn(dir, false).flatMap(({ entry, path }) => (entry.isDirectory() ? [`temporary directory ${path}`] : []))

const entriesIn = (dir: string, deep = true): { readonly entry: Dirent; readonly path: string }[] =>
  (quietly(() => readdirSync(dir, { withFileTypes: true, recursive: deep })) ?? []).map((entry) => {
    const { parentPath = dir, name } = entry as Dirent & { readonly parentPath?: string }
    return { entry, path: `${parentPath.slice(dir.length + 1)}/${name}`.replace(/^\//, '') }
  })

/** Pids of all processes that have `mark` in their environment: descendants, however they were started. */
export const markedProcesses = (mark: string): number[] =>
  namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(mark))
    .map(Number)

const environmentOf = (pid: string): string[] => (quietly(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? '').split('\0')
const commandOf = (pid: number): string =>
  (quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0').join(' ').trim().slice(0, 80)

const namesIn = (dir: string): string[] => quietly(() => readdirSync(dir)) ?? []

/** What is looked at comes and goes, and may be somebody else's. */
const quietly = <T>(look: () => T): T | null => {
  try {
    return look()
  } catch {
    return null
  }
}
