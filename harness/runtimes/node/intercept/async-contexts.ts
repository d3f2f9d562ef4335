// Async contexts of the subject: Node keeps every AsyncLocalStorage that was ever used, and asks each of them at every new resource.
import { AsyncLocalStorage } from 'node:async_hooks'
import { actorContext } from '../kernel/actors.js'
import { current } from '../kernel/current.js'
import type { Install, Kernel } from '../kernel/types.js'
import { type Callable, replaceMethod, undoAll } from './replace.js'

/** Where Node keeps no list of them (from Node 24 on), there is no such property. */
type Storage = AsyncLocalStorage<unknown> & { readonly enabled?: boolean }

/** Contexts themselves are Node's own, inside an execution too. */
export const installAsyncContexts: Install = () =>
  undoAll((['run', 'enterWith'] as const).map((name) => replaceMethod(AsyncLocalStorage.prototype, name, noting)))

const noting = (original: Callable): Callable =>
  function (...args) {
    const storage = this as Storage
    if (storage.enabled === false && storage !== actorContext) note(storage)
    return Reflect.apply(original, this, args)
  }

const KEY = Symbol('async contexts')

const note = (storage: Storage): void => {
  const kernel = current()
  if (kernel === null) return
  const noted = kernel.notes.get(KEY) as Set<Storage> | undefined
  if (noted === undefined) kernel.notes.set(KEY, new Set([storage]))
  else noted.add(storage)
}

/**
 * Those that were first used in this execution go with it, or each execution would make the next ones slower (a subject that makes one
 * for each server or request). One that outlives it, at module level, is taken up again by its next use; one that was in use before, by a
 * host, is left alone.
 */
export const giveUpContexts = (kernel: Kernel): void => {
  for (const storage of (kernel.notes.get(KEY) as Set<Storage> | undefined) ?? []) storage.disable()
}
