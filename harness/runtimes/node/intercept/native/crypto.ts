// node:crypto with callbacks: key derivation, keys, primes, signatures. All have a synchronous form that gives the same result.
// What they draw at random (keys, primes, salts of signatures) comes from the real source and differs from run to run.
import crypto from 'node:crypto'
import { current } from '../../kernel/current.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'
import { callBackWith } from './computed.js'

const WITH_TWIN = ['scrypt', 'pbkdf2', 'hkdf', 'argon2', 'generateKey', 'generateKeyPair', 'generatePrime', 'checkPrime']
/** Synchronous where they are given no callback. */
const ONE_SHOT = ['sign', 'verify', 'diffieHellman', 'encapsulate', 'decapsulate']

const functions = crypto as unknown as Record<string, Callable | undefined>

/** Returns the undo. */
export const controlCrypto = (): Undo =>
  undoAll([
    ...WITH_TWIN.flatMap((name) => controlled(name, functions[`${name}Sync`])),
    ...ONE_SHOT.flatMap((name) => controlled(name, functions[name])),
  ])

const controlled = (name: string, twin: Callable | undefined): Undo[] => {
  if (twin === undefined || functions[name] === undefined) return []
  const control =
    (original: Callable): Callable =>
    (...args) => {
      const kernel = current()
      const callback = args.at(-1)
      if (kernel === null || typeof callback !== 'function') return original(...args)
      const work = () => resultsOf(name, twin(...args.slice(0, -1)))
      return callBackWith(kernel, [`crypto.${name}`, 'crypto'], { work, callback: callback as (...results: unknown[]) => void })
    }
  return [replaceMethod(crypto, name, control)]
}

const resultsOf = (name: string, result: unknown): readonly unknown[] => {
  if (name !== 'generateKeyPair') return [result]
  const { publicKey, privateKey } = result as { publicKey: unknown; privateKey: unknown }
  return [publicKey, privateKey]
}
