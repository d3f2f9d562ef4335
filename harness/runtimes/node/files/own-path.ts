// The directory's path holds the number of a process. What an execution tells has a stand-in for it, so that the same execution
// tells the same in every process: error texts name the files that they are about.
import { baseDirectory } from './directory.js'

/** The execution's `dir()` is shown as `/crosswire/dir`. */
const STAND_IN = '/crosswire'

/** `told` with the stand-in wherever the path of this thread's directory is part of a text; what holds none is given back as it is. */
export const withoutOwnPath = <T>(told: T): T => {
  const base = baseDirectory()
  return base === null ? told : (replaced(told, base, new Set()) as T)
}

/** Plain data is copied where something in it changes; instances of classes are the subject's own, and are left alone. */
const replaced = (value: unknown, base: string, above: Set<object>): unknown => {
  if (typeof value === 'string') return value.includes(base) ? value.replaceAll(base, STAND_IN) : value
  if (typeof value !== 'object' || value === null || above.has(value) || !isPlain(value)) return value
  above.add(value)
  try {
    return copied(value, base, above)
  } catch {
    // A getter of the subject's that throws.
    return value
  } finally {
    above.delete(value)
  }
}

/** Every execution is gone through, and hardly any holds a path: nothing is made before one is met. */
const copied = (value: object, base: string, above: Set<object>): unknown => {
  let copy: Record<string, unknown> | null = null
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    const told = replaced(inner, base, above)
    if (told !== inner) (copy ??= copyOf(value))[key] = told
  }
  return copy ?? value
}

const copyOf = (value: object): Record<string, unknown> =>
  (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>

const isPlain = (value: object): boolean => {
  try {
    const prototype: unknown = Object.getPrototypeOf(value)
    return prototype === Object.prototype || prototype === Array.prototype || prototype === null
  } catch {
    return false
  }
}
