// The directory of an execution: one place for each thread, the same path in every execution, emptied before each one that uses it.
import { HarnessError } from '../../../core/errors.js'
import { preparing } from '../kernel/heartbeat.js'
import { isWithout } from '../without.js'
import { housekeeping } from './housekeeping.js'
import { isGone, nameOf, type Owner, ownerOf, self } from './names.js'
import { realFs, realTmpdir } from './real-fs.js'
import { listenForExit, removeAtExit } from './removal.js'

/** A place of its own: `dir` is handed to the body, `tmp` stands in for the system's temporary directory. */
interface Place {
  readonly base: string
  readonly memory: boolean
}

let place: Place | null = null
let owner: Partial<Owner> = {}

/**
 * For a thread that executes in the place of another one (0: the main thread), as others did before it that are gone: it has that
 * thread's directory, so that the path is the same in all of them.
 */
export const takePlaceOf = (thread: number): void => {
  owner = { thread }
}

/** What `crosswire doctor` shows. */
export interface DirectoryFacts {
  readonly parent: string
  /** The directory lies in memory: file operations cost microseconds. */
  readonly memory: boolean
}

/** `CROSSWIRE_DIR` names a parent directory by hand; else memory where there is some, else the system's temporary directory. */
export const candidates = (): { parent: string; memory: boolean }[] => {
  const chosen = process.env.CROSSWIRE_DIR
  if (chosen !== undefined && chosen !== '') return [{ parent: chosen, memory: false }]
  const disk = { parent: realTmpdir(), memory: false }
  return isWithout('memory') ? [disk] : [{ parent: '/dev/shm', memory: true }, disk]
}

const make = (): Place => {
  let failure: unknown
  for (const { parent, memory } of candidates()) {
    try {
      const base = `${realFs.realpathSync(parent)}/${nameOf({ ...self(), ...owner })}`
      realFs.rmSync(base, { recursive: true, force: true })
      realFs.mkdirSync(base, { mode: 0o700 })
      sweep(parent)
      removeAtExit(base)
      return { base, memory }
    } catch (error) {
      failure = error
    }
  }
  throw noDirectory(failure)
}

/** `failure`: what the system has said of the last place that was tried. */
export const noDirectory = (failure: unknown): HarnessError =>
  new HarnessError(
    'NO_DIRECTORY',
    'no directory can be made for the files of executions',
    {
      found: failure instanceof Error ? failure.message : String(failure),
      expected: 'a directory that exists, may be written to and has room',
      usually: 'CROSSWIRE_DIR or TMPDIR names what is not there, or the disk is full',
      remedy: 'make the directory, or name another one: CROSSWIRE_DIR=/tmp',
    },
    { cause: failure },
  )

/** Removes what processes that are gone have left: a killed one cannot do it itself. Returns the names removed. */
export const sweep = (parent: string): string[] =>
  realFs.readdirSync(parent).filter((name) => {
    const maker = ownerOf(name)
    if (maker === null || !isGone(maker)) return false
    try {
      realFs.rmSync(`${parent}/${name}`, { recursive: true, force: true })
      return true
    } catch {
      // Somebody else's, or being removed by another process right now.
      return false
    }
  })

/** Where this thread's executions live; made when first asked for. */
const thePlace = (): Place => (place ??= make())

export const directoryFacts = (): DirectoryFacts => {
  const { base, memory } = thePlace()
  return { parent: base.slice(0, base.lastIndexOf('/')), memory }
}

/** `null` as long as no execution of this thread has asked for its directory. */
export const baseDirectory = (): string | null => place?.base ?? null

/**
 * The directory of one execution, for `Controls.dir()`. Nothing happens before the first call, which makes or empties it;
 * the path is the same in every execution of a thread. It lies in memory where the machine offers that.
 */
export const executionDirectory = (): (() => string) => {
  let dir: string | null = null
  listenForExit()
  return () => (dir ??= housekeeping(() => preparing(() => emptied(thePlace().base))))
}

const emptied = (base: string): string => {
  const dir = `${base}/dir`
  if (!isAsLeft(dir) || !isAsLeft(tempIn(base))) rebuild(base, [dir, tempIn(base)])
  empty(dir)
  empty(tempIn(base))
  return dir
}

/** Directories are cheaper to keep than to make anew; but the subject may have removed, replaced or closed them. */
const isAsLeft = (directory: string): boolean => {
  const stats = realFs.lstatSync(directory, { throwIfNoEntry: false })
  return stats?.isDirectory() === true && (stats.mode & 0o777) === MODE
}

const MODE = 0o700

const rebuild = (base: string, directories: readonly string[]): void => {
  realFs.rmSync(base, { recursive: true, force: true })
  realFs.mkdirSync(base, { mode: MODE })
  for (const directory of directories) realFs.mkdirSync(directory, { mode: MODE })
}

/** Where `os.tmpdir()` points inside an execution. */
export const tempIn = (base: string): string => `${base}/tmp`

const empty = (directory: string): void => {
  for (const entry of realFs.readdirSync(directory, { withFileTypes: true })) {
    const path = `${directory}/${entry.name}`
    try {
      if (entry.isDirectory()) {
        empty(path)
        realFs.rmdirSync(path)
      } else realFs.unlinkSync(path)
    } catch {
      realFs.rmSync(path, { recursive: true, force: true })
    }
  }
}
