// crypto.subtle: each call that Node gives to a thread is one operation of the pool; what Node does at once stays as it is.
import crypto from 'node:crypto'
import { current } from '../../kernel/current.js'
import type { Kernel } from '../../kernel/types.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'
import { computing } from './computed.js'
import { subtleNow } from './helper-thread.js'

const ON_A_THREAD = [
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'digest',
  'generateKey',
  'deriveKey',
  'deriveBits',
  'exportKey',
  'wrapKey',
  'unwrapKey',
  'encapsulateBits',
  'encapsulateKey',
  'decapsulateBits',
  'decapsulateKey',
]

/** Returns the undo. */
export const controlSubtle = (): Undo => {
  const { subtle } = crypto.webcrypto
  const prototype = Object.getPrototypeOf(subtle) as Record<string, Callable | undefined>
  const control =
    (name: string) =>
    (original: Callable): Callable =>
      function (...args) {
        const kernel = current()
        if (kernel === null || this !== subtle || isAtOnce(name, args)) return original.apply(this, args)
        return settleLater(kernel, name, { args, original: () => original.apply(subtle, args) })
      }
  return undoAll(
    ON_A_THREAD.filter((name) => prototype[name] !== undefined).map((name) => replaceMethod(prototype, name, control(name))),
  )
}

/** The bytes of a secret key are at hand. */
const isAtOnce = (name: string, [, key]: readonly unknown[]): boolean =>
  name === 'exportKey' && (key as { type?: unknown } | undefined)?.type === 'secret'

interface Call {
  readonly args: readonly unknown[]
  readonly original: () => unknown
}

const settleLater = (kernel: Kernel, name: string, { args, original }: Call): unknown => {
  const result = resultOf(name, args)
  // What cannot be handed to another thread is no argument that Node would take: it says so at once.
  if (result === null) return original()
  return new Promise((resolve, reject) => {
    const done = () => (result.failed ? reject(result.value) : resolve(result.value))
    kernel.poolOperation(`crypto.subtle.${name}`, computing('crypto'), () => {}, done)
  })
}

interface Result {
  readonly failed: boolean
  readonly value: unknown
}

const resultOf = (name: string, args: readonly unknown[]): Result | null => {
  try {
    return { failed: false, value: digestOf(name, args) ?? subtleNow(name, args) }
  } catch (error) {
    return error instanceof DOMException && error.name === 'DataCloneError' ? null : { failed: true, value: error }
  }
}

const HASHES = new Set(['sha-1', 'sha-256', 'sha-384', 'sha-512'])

/** The one that is asked for most has a synchronous form; `null` where it must be looked at more closely. */
const digestOf = (name: string, [algorithm, data]: readonly unknown[]): ArrayBuffer | null => {
  if (name !== 'digest' || typeof algorithm !== 'string' || !HASHES.has(algorithm.toLowerCase())) return null
  if (!ArrayBuffer.isView(data) && !(data instanceof ArrayBuffer)) return null
  const hash = crypto.createHash(algorithm.replace('-', ''))
  const { buffer, byteOffset, byteLength } = hash
    .update(ArrayBuffer.isView(data) ? (data as NodeJS.ArrayBufferView) : new Uint8Array(data))
    .digest()
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}
