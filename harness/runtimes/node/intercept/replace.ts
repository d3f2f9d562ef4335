// How an interception takes the place of what Node offers: same name, length, own properties and descriptor, and an exact undo.

/** Any function, as a wrapper sees it. */
export type Callable = (this: unknown, ...args: unknown[]) => unknown

/** Puts something back. */
export type Undo = () => void

/** Own properties of a function that belong to that one function object. */
const OWN = new Set<PropertyKey>(['prototype', 'arguments', 'caller'])

/** Makes `wrapper` look like `original`: name, length and every own property (`util.promisify.custom` is one). */
export const likeOriginal = <T extends object>(wrapper: T, original: object): T => {
  for (const key of Reflect.ownKeys(original)) {
    if (OWN.has(key)) continue
    const descriptor = Object.getOwnPropertyDescriptor(original, key)
    if (descriptor !== undefined) Reflect.defineProperty(wrapper, key, descriptor)
  }
  return wrapper
}

/** Puts `value` in the place of `target[key]`, visible just as before; accessors and inherited properties become own data properties. */
export const replaceValue = (target: object, key: PropertyKey, value: unknown): Undo => {
  const before = Object.getOwnPropertyDescriptor(target, key)
  Object.defineProperty(target, key, { value, writable: true, configurable: true, enumerable: before?.enumerable ?? false })
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, key)
    else Object.defineProperty(target, key, before)
  }
}

/** Puts what `make` builds around the original method in its place. */
export const replaceMethod = (target: object, key: PropertyKey, make: (original: Callable) => Callable): Undo => {
  const original = Reflect.get(target, key) as Callable
  return replaceValue(target, key, likeOriginal(make(original), original))
}

/** Puts what `make` builds around the original getter in its place; the setter stays. */
export const replaceGetter = (
  target: object,
  key: PropertyKey,
  make: (original: () => unknown) => (this: unknown) => unknown,
): Undo => {
  const before = Object.getOwnPropertyDescriptor(target, key)
  if (before?.get === undefined) return () => {}
  Object.defineProperty(target, key, { ...before, get: likeOriginal(make(before.get), before.get) })
  return () => void Object.defineProperty(target, key, before)
}

/** One undo for many, in reverse order. */
export const undoAll =
  (undos: readonly Undo[]): Undo =>
  () => {
    for (const undo of [...undos].reverse()) undo()
  }
