// Intl.DateTimeFormat without an argument formats now: the now of the execution.
import { current } from '../../kernel/current.js'
import type { Install } from '../../kernel/types.js'
import { type Callable, likeOriginal, replaceGetter, replaceMethod, undoAll } from '../replace.js'
import { wallMs } from './clock.js'

export const installIntl: Install = () => {
  const { prototype } = Intl.DateTimeFormat
  return undoAll([replaceGetter(prototype, 'format', format), replaceMethod(prototype, 'formatToParts', dated)])
}

const dated = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    return Reflect.apply(original, this, kernel === null || args[0] !== undefined ? args : [wallMs(kernel)])
  }

const wrapped = new WeakMap<Callable, Callable>()

/** Node hands out one bound function per formatter; so do we. */
const format = (original: () => unknown) =>
  function (this: unknown) {
    const bound = Reflect.apply(original, this, []) as Callable
    let wrapper = wrapped.get(bound)
    if (wrapper === undefined) wrapped.set(bound, (wrapper = likeOriginal(dated(bound), bound)))
    return wrapper
  }
