// The kernel's pulse: a counter in shared memory that a watchdog thread can read while this thread is busy.

const KEY = Symbol.for('crosswire.heartbeat')
const holder = globalThis as { [KEY]?: Int32Array<SharedArrayBuffer> }

const BEATS = 0
const THREAD = 1

/**
 * Two cells: the beats, and the id of the thread that beats in the place of the main thread (0: none does). On globalThis, so that
 * every copy of this module in the process beats the same one.
 */
export let pulse: Int32Array<SharedArrayBuffer> = (holder[KEY] ??= new Int32Array(new SharedArrayBuffer(8)))

/** Says "I am alive". The kernel calls it once a step: a plain store (about 1 ns), since this thread is the only writer. */
export const beat = (): void => {
  pulse[BEATS] = ((pulse[BEATS] as number) + 1) | 0
}

/** From then on this thread beats the pulse of another one. */
export const adoptPulse = (other: Int32Array<SharedArrayBuffer>): void => {
  pulse = holder[KEY] = other
}

/** The work is with another thread: turns of this thread's loop say nothing until the pulse is returned. */
export const lendPulse = (threadId: number): (() => void) => {
  Atomics.store(pulse, THREAD, threadId)
  return () => {
    beat()
    Atomics.store(pulse, THREAD, 0)
  }
}

/** The thread whose beats count; 0 is the main thread. */
export const beatingThread = (of: Int32Array<SharedArrayBuffer> = pulse): number => Atomics.load(of, THREAD)
