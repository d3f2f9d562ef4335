// The kernel's pulse: a counter in shared memory that a watchdog thread can read while this thread is busy.

const KEY = Symbol.for('crosswire.heartbeat')
const holder = globalThis as { [KEY]?: Int32Array<SharedArrayBuffer> }

/** One cell. On globalThis, so that every copy of this module in the process beats the same one. */
export const pulse: Int32Array<SharedArrayBuffer> = (holder[KEY] ??= new Int32Array(new SharedArrayBuffer(4)))

/** Says "I am alive". The kernel calls it once a step: a plain store (about 1 ns), since this thread is the only writer. */
export const beat = (): void => {
  pulse[0] = ((pulse[0] as number) + 1) | 0
}
