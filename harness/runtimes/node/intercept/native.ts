// Work that Node does on threads of its own: controlled where there is a way, refused by name where there is none.
import zlib from 'node:zlib'
import type { Install } from '../kernel/types.js'
import { escaping } from './escaping.js'
import { controlCrypto } from './native/crypto.js'
import { refuseNative } from './native/refused.js'
import { controlSubtle } from './native/subtle.js'
import { controlZlib } from './native/zlib.js'
import { replaceMethod, type Undo, undoAll } from './replace.js'

/**
 * Compression (streams, one-shot calls, CompressionStream), node:crypto with callbacks and crypto.subtle become operations of the
 * pool: an effect and a completion, both of them choices. DNS queries, BroadcastChannel, Atomics.waitAsync and navigator.locks
 * are refused (`REAL_IO_ESCAPED`), or let through and marked where `native` is `allow`. Outside of an execution all is as before.
 * Determinism: results are those of the real functions; keys and primes that they draw are real random data.
 * Returns what undoes it.
 */
export const installNative: Install = () => {
  if (installed) return () => {}
  installed = true
  return undoAll([
    () => void (installed = false),
    controlZlib() ?? refuseZlib(),
    controlCrypto(),
    controlSubtle(),
    refuseNative(),
  ])
}

/** Twice would make two operations of each call. */
let installed = false

/** Where Node keeps its compressors to itself. */
const refuseZlib = (): Undo => {
  const named = Object.keys(zlib).filter((name) => /^create[A-Z]/.test(name) || `${name}Sync` in zlib)
  return undoAll(named.map((name) => replaceMethod(zlib, name, escaping(`zlib.${name}`))))
}
