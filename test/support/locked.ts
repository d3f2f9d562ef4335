// One process at a time: whoever holds the lock is a living process, so that a killed one blocks nobody.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const WAIT_MS = 50
const AT_MOST_MS = 120_000

/** Runs `job` while no other process holds the lock that is the file `path`. Rejects where it is not free within two minutes. */
export const locked = async (path: string, job: () => Promise<void>): Promise<void> => {
  const untilMs = performance.now() + AT_MOST_MS
  while (!take(path)) {
    if (performance.now() > untilMs) throw new Error(`${path} was held for ${AT_MOST_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  try {
    await job()
  } finally {
    rmSync(path)
  }
}

const take = (path: string): boolean => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isHeld(path)) rmSync(path, { force: true })
    return false
  }
}

/** Also where it was let go just now, or is not written yet. */
const isHeld = (path: string): boolean => {
  try {
    const pid = readFileSync(path, 'utf8')
    return pid === '' || process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
