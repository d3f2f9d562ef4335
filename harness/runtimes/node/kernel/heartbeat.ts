// The kernel's pulse: a counter in shared memory that a watchdog thread can read while this thread is busy.

const KEY = Symbol.for('crosswire.heartbeat')
const holder = globalThis as { [KEY]?: Int32Array<SharedArrayBuffer> }

const BEATS = 0
const THREAD = 1
const TASK = 2
const AT_FILES = 3
const ENDING = 4

/**
 * Five cells: the beats; the id of the thread that beats in the place of the one whose pulse it is (0: none does); the number that
 * the system has for it (0: unknown); 1 while it prepares a directory; and 1 once the process is about to be ended. On globalThis, so
 * that every copy of this module in the process beats the same one.
 */
export let pulse: Int32Array<SharedArrayBuffer> = (holder[KEY] ??= new Int32Array(new SharedArrayBuffer(20)))

/** Says "I am alive". The kernel calls it once a step: a plain store (about 1 ns), since this thread is the only writer. */
export const beat = (): void => {
  pulse[BEATS] = ((pulse[BEATS] as number) + 1) | 0
}

/** From then on this thread beats the pulse of another one. `task`: the number that the system has for this thread, 0 where it is not known. */
export const adoptPulse = (other: Int32Array<SharedArrayBuffer>, task = 0): void => {
  pulse = holder[KEY] = other
  Atomics.store(pulse, TASK, task)
}

/** The work is with another thread: turns of this thread's loop say nothing until the pulse is returned. */
export const lendPulse = (threadId: number): (() => void) => {
  Atomics.store(pulse, THREAD, threadId)
  return () => {
    beat()
    Atomics.store(pulse, THREAD, 0)
  }
}

/** The number that the system has for the thread that beats in another one's place; `null` where it is not known. */
export const beatingTask = (of: Int32Array<SharedArrayBuffer> = pulse): string | null =>
  String(Atomics.load(of, TASK) || '') || null

/** The thread whose beats count; 0: the one whose pulse it is. */
export const beatingThread = (of: Int32Array<SharedArrayBuffer> = pulse): number => Atomics.load(of, THREAD)

/** Runs what prepares a directory. Nothing is prepared any more, and this thread waits for its end, once the process is about to be ended. */
export const preparing = <T>(work: () => T): T => {
  Atomics.store(pulse, AT_FILES, 1)
  try {
    // Whichever of the two threads comes first, the other one sees it.
    if (Atomics.load(pulse, ENDING) === 0) return work()
  } finally {
    Atomics.store(pulse, AT_FILES, 0)
    Atomics.notify(pulse, AT_FILES)
  }
  for (;;) Atomics.wait(pulse, ENDING, 1)
}

/** From another thread, which is about to end the process: returns when no directory is being prepared, or after `longestMs`. */
export const endPreparing = (of: Int32Array<SharedArrayBuffer>, longestMs: number): void => {
  Atomics.store(of, ENDING, 1)
  Atomics.wait(of, AT_FILES, 1, longestMs)
}
