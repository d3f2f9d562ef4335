// The child's way to be told something while it lives: it waits in a blocking read, so that nothing of the subject's runs meanwhile, and
// nothing that the subject could see stays open on the loop.
import { realFs } from '../../runtimes/node/files/real-fs.js'
import type { Watchdog } from '../../runtimes/node/watchdog/watchdog.js'
import { ORDERS_FD, type Order } from '../spread/protocol.js'

const CHUNK = 64 * 1024
const NEWLINE = 10

/** `null`: there are no more. Whoever waits looks like a loop from outside: the watchdog has to look away. */
export const createOrders = (watchdog: Watchdog): (() => Order | null) => {
  const read = resting(watchdog)
  let rest = Buffer.alloc(0)
  return () => {
    for (let end = rest.indexOf(NEWLINE); ; end = rest.indexOf(NEWLINE)) {
      if (end >= 0) {
        const line = rest.toString('utf8', 0, end)
        rest = rest.subarray(end + 1)
        return JSON.parse(line)
      }
      const more = read()
      if (more.length === 0) return null
      rest = Buffer.concat([rest, more])
    }
  }
}

/** A process that cannot read any more has nobody who wants anything of it. */
const resting = (watchdog: Watchdog) => (): Buffer => {
  const buffer = Buffer.alloc(CHUNK)
  watchdog.rest()
  try {
    return buffer.subarray(0, realFs.readSync(ORDERS_FD, buffer, 0, CHUNK, null))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return buffer.subarray(0, 0)
    throw error
  } finally {
    watchdog.wake()
  }
}
