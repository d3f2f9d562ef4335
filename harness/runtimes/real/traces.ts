// What a run leaves outside of its process: open files, socket files, temporary directories, programs.
import { type Dirent, readdirSync, readlinkSync } from 'node:fs'
import type { Leftover } from '../../core/execution.js'
import { MAIN } from '../../core/history.js'
import { commandOf, type Mark, markedProcesses } from './processes.js'
import { namesInProc, quietly } from './quietly.js'

export interface TracesOptions {
  /** The directory of the run; what lies in it is the subject's business, but for sockets. */
  readonly dir: string
  /** Where `os.tmpdir()` points in the run. */
  readonly temporary: string
  /** A variable in the environment of every program that the run has started, and in its own. */
  readonly mark: Mark
}

export interface Traces {
  /** What is there now and was not at the start. */
  leftovers(): Leftover[]
}

/** Open files and programs are seen where there is a /proc. */
export const watchTraces = ({ dir, temporary, mark }: TracesOptions): Traces => {
  const filesBefore = openFiles()
  const pids = (): number[] => markedProcesses(mark.name).flatMap(({ pid, value }) => (value === mark.value ? pid : []))
  const pidsBefore = new Set(pids())
  const before = new Set([...socketsIn(dir), ...directoriesIn(temporary)])
  return {
    leftovers: () => [
      ...[...openFiles()].flatMap(([fd, file]) => (filesBefore.get(fd) === file ? [] : leftover('file', `file ${file}`))),
      ...[...socketsIn(dir), ...socketsIn(temporary), ...directoriesIn(temporary)].flatMap((what) =>
        before.has(what) ? [] : leftover('file', what),
      ),
      ...pids().flatMap((pid) =>
        pidsBefore.has(pid) || pid === process.pid ? [] : leftover('process', `process ${commandOf(pid)} (pid ${pid})`),
      ),
    ],
  }
}

const leftover = (kind: Leftover['kind'], what: string): Leftover[] => [{ kind, what, actor: MAIN, referenced: true }]

/** By descriptor: regular files, as far as the system tells. */
const openFiles = (): Map<string, string> => {
  const files = new Map<string, string>()
  for (const fd of namesInProc('self/fd')) {
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
