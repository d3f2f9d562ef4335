// A function that starts what no choice reaches: refused by name inside an execution, or let through and marked.
import { current } from '../kernel/current.js'
import type { Callable } from './replace.js'

/** For `replaceMethod`. `name`: how the refusal calls it. Outside of an execution the original is as it was. */
export const escaping =
  (name: string) =>
  (original: Callable): Callable =>
    function (...args) {
      current()?.escape(name)
      return Reflect.apply(original, this, args)
    }
