// Which kernel is active right now: the one switch that every interception looks at.
import type { Kernel } from './types.js'

const KEY = Symbol.for('crosswire.current')
interface Holder {
  kernel: Kernel | null
  /** Decides whether code that runs in a real turn of the loop belongs to a yielding execution; set only while one yields. */
  belongs: (() => Kernel | null) | null
}
const shared: Holder = ((globalThis as { [KEY]?: Holder })[KEY] ??= { kernel: null, belongs: null })

/** The kernel whose execution runs the calling code; `null` outside: then the wrapper calls the real thing. */
export const current = (): Kernel | null => {
  const { kernel } = shared
  return kernel !== null || shared.belongs === null ? kernel : shared.belongs()
}

export const setCurrent = (kernel: Kernel | null): void => {
  shared.kernel = kernel
}

export const setBelongs = (belongs: (() => Kernel | null) | null): void => {
  shared.belongs = belongs
}
