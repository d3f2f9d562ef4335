// Running every tick and microtask that is due: at once where Node lets us, else by a real turn of the loop after each step.
import { isWithout } from '../without.js'
import { real } from './real.js'

interface NodeInternals {
  _tickCallback?: () => void
  _fatalException?: (error: unknown) => boolean
}
const node = process as unknown as NodeInternals
const tick = node._tickCallback

/** `burst`: a whole execution inside one macrotask. `turns`: one real turn of the loop for each step. */
export type DrainMode = 'burst' | 'turns'

/**
 * Drains completely and synchronously. Only from a macrotask: inside a microtask Node's function does nothing.
 * What a tick throws is handed to Node, which reports it as an uncaught exception of the subject. Throws what nobody handles: that was
 * thrown by whoever runs between executions, and ends the process as it would without us.
 */
export const drain = (): void => {
  for (;;) {
    try {
      ;(tick as () => void)()
      return
    } catch (error) {
      if (node._fatalException?.(error) === false) throw error
    }
  }
}

/** The next macrotask. */
export const turn = (): Promise<void> => new Promise((resolve) => void real.setImmediate(resolve))

let probed: Promise<DrainMode> | null = null

/** Whether draining at once works on this Node; found out once, by trying. */
export const drainMode = (): Promise<DrainMode> => (probed ??= probe())

const probe = (): Promise<DrainMode> => {
  if (isWithout('drain') || tick === undefined || node._fatalException === undefined) return Promise.resolve('turns')
  return new Promise((resolve) => {
    real.setImmediate(() => resolve(drainsAtOnce() ? 'burst' : 'turns'))
  })
}

const drainsAtOnce = (): boolean => {
  const ran: string[] = []
  process.nextTick(() => {
    ran.push('tick')
    Promise.resolve()
      .then(() => ran.push('micro'))
      .then(() => process.nextTick(() => ran.push('late tick')))
  })
  drain()
  return ran.join() === 'tick,micro,late tick'
}
