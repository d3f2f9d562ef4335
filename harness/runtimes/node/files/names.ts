// How the directories of running processes are named, so that a later process can tell which owners are gone.
import { readFileSync, readlinkSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { real } from '../kernel/real.js'
import { isWithout } from '../without.js'

const PREFIX = 'crosswire'

/** Who made a directory. `space`: pids mean nothing outside of their namespace; `start`: pids are used again. */
export interface Owner {
  readonly space: string
  readonly pid: number
  readonly start: string
  readonly thread: number
}

/** The owner that this thread is. */
export const self = (): Owner => ({ space: pidSpace(), pid: process.pid, start: startOf(process.pid), thread: threadId })

export const nameOf = ({ space, pid, start, thread }: Owner): string => [PREFIX, space, pid, start, thread].join('-')

/** `null` for a name that is not ours. */
export const ownerOf = (name: string): Owner | null => {
  const match = /^crosswire-([0-9a-z]+)-(\d+)-([0-9a-z]+)-(\d+)$/.exec(name)
  if (match === null) return null
  const [, space, pid, start, thread] = match as unknown as [string, string, string, string, string]
  return { space, pid: Number(pid), start, thread: Number(thread) }
}

/** Whether the owner is certainly gone: only what was made in our own pid namespace can be judged. */
export const isGone = ({ space, pid, start }: Owner): boolean => {
  if (space !== pidSpace()) return false
  try {
    real.processKill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  // The pid lives: it is another process where it was started at another time.
  return start !== UNKNOWN && startOf(pid) !== start
}

export const UNKNOWN = '0'

const pidSpace = (): string => {
  if (isWithout('proc')) return UNKNOWN
  try {
    const inode = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]
    return inode === undefined ? UNKNOWN : Number(inode).toString(36)
  } catch {
    return UNKNOWN
  }
}

/** Ticks since boot at which a process began; the 22nd field, counted behind the command's closing parenthesis. */
const startOf = (pid: number): string => {
  if (isWithout('proc')) return UNKNOWN
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? UNKNOWN : Number(ticks).toString(36)
  } catch {
    return UNKNOWN
  }
}
