// AbortSignal.timeout on virtual time: an unreferenced timer that aborts with a TimeoutError.
import { current } from '../../kernel/current.js'
import type { Install } from '../../kernel/types.js'
import { type Callable, replaceMethod } from '../replace.js'
import { SimulatedTimeout } from './timeout.js'

const UINT32_MAX = 2 ** 32 - 1

/** `AbortSignal.any` needs nothing: it listens to the signal that it is given. */
export const installAbortSignal: Install = () => replaceMethod(AbortSignal, 'timeout', timeout)

const timeout = (original: Callable): Callable =>
  function (...args) {
    const [delay] = args
    if (current() === null || !isUint32(delay)) return Reflect.apply(original, this, args)
    const controller = new AbortController()
    const expire = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    new SimulatedTimeout(expire, delay, { args: [], repeat: false, referenced: false })
    return controller.signal
  }

/** What Node takes; all else it refuses by itself. */
const isUint32 = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= UINT32_MAX
