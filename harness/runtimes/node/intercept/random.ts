// Math.random and the random functions of node:crypto and webcrypto: seeded streams inside an execution, one for each API.
import { AsyncResource } from 'node:async_hooks'
import crypto from 'node:crypto'
import { current } from '../kernel/current.js'
import type { Install, Kernel } from '../kernel/types.js'
import { bytesOf, drawFloat, drawUuid, drawUuidV7, fillRandom } from './random-bytes.js'
import { type Callable, replaceMethod, replaceValue, undoAll } from './replace.js'

/** Errors first, in the manner of Node. */
type Done = (error: null | undefined, value: unknown) => void

/**
 * Asynchronous forms complete as operations of the thread pool. Their bytes are drawn when they are asked for, so that the
 * order of completions does not change the data. `crypto.getRandomValues` cannot be redefined; it reads webcrypto's.
 */
export const installRandom: Install = () => {
  const webcrypto = Object.getPrototypeOf(crypto.webcrypto) as object
  const undoBytes = replaceMethod(crypto, 'randomBytes', randomBytes)
  // Deprecated aliases, where this Node has them.
  const aliases = ['pseudoRandomBytes', 'prng', 'rng'].filter((name) => name in crypto)
  return undoAll([
    replaceMethod(Math, 'random', mathRandom),
    undoBytes,
    ...aliases.map((name) => replaceValue(crypto, name, crypto.randomBytes)),
    replaceMethod(crypto, 'randomFillSync', randomFillSync),
    replaceMethod(crypto, 'randomFill', randomFill),
    replaceMethod(crypto, 'randomInt', randomInt),
    replaceMethod(crypto, 'randomUUID', uuid(drawUuid)),
    ...('randomUUIDv7' in crypto ? [replaceMethod(crypto, 'randomUUIDv7', uuid(drawUuidV7))] : []),
    replaceMethod(webcrypto, 'getRandomValues', getRandomValues),
    replaceMethod(webcrypto, 'randomUUID', uuid(drawUuid)),
  ])
}

/** Completes through the thread pool, in the async context of the caller. Operations on different buffers do not clash. */
const complete = (kernel: Kernel, what: string, effect: () => void, done: () => void): void => {
  const scope = new AsyncResource('SimulatedRandom', { requireManualDestroy: true })
  kernel.poolOperation(`crypto.${what}`, { on: 'crypto.random', write: false }, effect, done, scope)
}

const mathRandom =
  (original: Callable): Callable =>
  () => {
    const kernel = current()
    return kernel === null ? original() : drawFloat(kernel, 'math')
  }

/** In every function below, Node's own checks come first: for their errors, and because their messages differ by version. */
const randomBytes = (original: Callable): Callable =>
  function (...args) {
    const [size, callback] = args
    const kernel = current()
    if (kernel === null || (callback !== undefined && typeof callback !== 'function')) return Reflect.apply(original, this, args)
    const bytes = original.call(this, size) as Buffer
    fillRandom(kernel, bytes)
    if (callback === undefined) return bytes
    complete(kernel, 'randomBytes', nothing, () => (callback as Done)(null, bytes))
    return undefined
  }

const nothing = (): void => {}

const randomFillSync = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    const filled = Reflect.apply(original, this, args)
    if (kernel === null) return filled
    const [target, offset, size] = args as [ArrayBufferView | ArrayBufferLike, number?, number?]
    fillRandom(kernel, regionOf(target, offset, size))
    return filled
  }

/** Offset and size count elements, as Node has it. */
const regionOf = (target: ArrayBufferView | ArrayBufferLike, offset = 0, size?: number): Uint8Array => {
  const element = (target as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1
  const bytes = bytesOf(target)
  return bytes.subarray(offset * element, size === undefined ? bytes.length : (offset + size) * element)
}

const randomFill = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    const at = args.findIndex((arg) => typeof arg === 'function')
    if (kernel === null || at < 1) return Reflect.apply(original, this, args)
    const [target, offset, size] = args.slice(0, at) as [ArrayBufferView | ArrayBufferLike, number?, number?]
    const drawn = checkedRegion(target, offset, size)
    const done = args[at] as Done
    // Node does not trouble the pool for nothing.
    if (drawn.length === 0) return done(null, target)
    fillRandom(kernel, drawn)
    const effect = () => regionOf(target, offset, size).set(drawn)
    complete(kernel, 'randomFill', effect, () => done(null, target))
    return undefined
  }

const nodeFillSync = crypto.randomFillSync as unknown as Callable

/** As many bytes as will be filled, once Node has found nothing wrong with the arguments. */
const checkedRegion = (target: ArrayBufferView | ArrayBufferLike, offset?: number, size?: number): Uint8Array => {
  const before = regionOf(target).slice()
  nodeFillSync.call(crypto, target, offset, size)
  regionOf(target).set(before)
  return new Uint8Array(regionOf(target, offset, size).length)
}

const randomInt = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    const at = args.findIndex((arg) => typeof arg === 'function')
    const numbers = at < 0 ? args : args.slice(0, at)
    if (kernel === null || (at < 0 && args[2] !== undefined)) return Reflect.apply(original, this, args)
    original.apply(this, numbers)
    const [first, second] = numbers as [number, number?]
    const [low, high] = second === undefined ? [0, first] : [first, second]
    const drawn = low + Math.floor(drawFloat(kernel, 'crypto') * (high - low))
    if (at < 0) return drawn
    complete(kernel, 'randomInt', nothing, () => (args[at] as Done)(undefined, drawn))
    return undefined
  }

const uuid =
  (draw: (kernel: Kernel) => string) =>
  (original: Callable): Callable =>
    function (...args) {
      const real = Reflect.apply(original, this, args)
      const kernel = current()
      return kernel === null ? real : draw(kernel)
    }

const getRandomValues = (original: Callable): Callable =>
  function (...args) {
    const filled = Reflect.apply(original, this, args)
    const kernel = current()
    if (kernel !== null) fillRandom(kernel, bytesOf(filled as Uint8Array))
    return filled
  }
