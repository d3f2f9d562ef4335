// CPU time in user mode: of the process, or of one thread where the process has several that work.
import { readFileSync, readlinkSync } from 'node:fs'
import { isWithout } from '../without.js'

/** What the system calls the thread that asks; `null` where it does not tell. */
export const ownTask = (): string | null => {
  if (isWithout('proc')) return null
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1) ?? null
  } catch {
    return null
  }
}

/** On Linux, whatever the machine. */
const MS_PER_TICK = 10

/**
 * In ms. Of a thread that the system does not tell about it never moves: then only real time counts. What the system does for a thread is
 * left out: on a machine that is short of memory that is paging, and no loop.
 */
export const userCpuMs = (task: string | null): number => {
  if (task === null) return 0
  try {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'latin1')
    // The 14th field, counted behind the name's closing parenthesis.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]) * MS_PER_TICK
  } catch {
    return 0
  }
}

export const processCpuMs = (): number => process.cpuUsage().user / 1000
