// What the real loop still has to do when an execution is about to begin: modules start such things when they are loaded.
//
// Inside an execution nothing of it could move: whoever waits for it would look like a deadlock, or be overtaken by a time-out of
// a minute, since virtual time does not wait for the real one. (Node's fetch compiles its parser of HTTP when it is first touched.)
import { isWithout } from '../without.js'
import { real } from './real.js'

/** For all executions of a process together: what is never done (a pipe that nobody opens) is not waited for again and again. */
const PATIENCE_MS = 1000

const begun = new Set<Promise<unknown>>()
let waitedMs = 0

/** Keeps in mind, until it has settled, what no list of Node's shows. Settles as `work` does, and is to be used in its place. */
export const notePending = <T>(work: Promise<T>): Promise<T> => {
  begun.add(work)
  return work.finally(() => begun.delete(work))
}

/** Whether something of what was noted has not settled. */
export const isPending = (): boolean => begun.size > 0 && waitedMs < PATIENCE_MS

/** Whether Node tells what its loop still has to do. */
export const hasRequests = (): boolean => !isWithout('requests') && typeof process.getActiveResourcesInfo === 'function'

/** Files that are being read, names that are being looked up. */
const isRequest = (resource: string): boolean => /^(FSReq|CloseReq|GetAddrInfo)/.test(resource)

const isReading = (): boolean => hasRequests() && process.getActiveResourcesInfo().some(isRequest)

const isBusy = (): boolean => waitedMs < PATIENCE_MS && (begun.size > 0 || isReading())

/** Calls `go` in a macrotask of its own: the next one, or the first one in which nothing of this kind is left. */
export const onceIdle = (go: () => void): void => {
  const sinceMs = real.performanceNow()
  const lookAgain = (): void => {
    waitedMs += real.performanceNow() - sinceMs
    onceIdle(go)
  }
  real.setImmediate(() => {
    if (isBusy()) real.setTimeout(lookAgain, 1)
    else go()
  })
}
