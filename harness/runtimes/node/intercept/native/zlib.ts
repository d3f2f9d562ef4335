// zlib, brotli and zstd: Node's own streams on top, and each chunk that they hand to a thread is an operation of the pool.
// One-shot calls (`zlib.gzip`), CompressionStream and http's compression are built on these streams, so they follow.
import { AsyncResource } from 'node:async_hooks'
import { current } from '../../kernel/current.js'
import { isWithout } from '../../without.js'
import { quietBinding } from '../quiet-binding.js'
import { replaceMethod, type Undo, undoAll } from '../replace.js'

type Method = (this: Handle, ...args: unknown[]) => unknown

/** Node's native compressor: `write` works on a thread and then calls what `init` was given, `writeSync` works at once. */
interface Handle {
  write: Method
  writeSync: Method
  init: Method
  close: Method
  onerror?: (...args: unknown[]) => void
}

const CLASSES = ['Zlib', 'BrotliEncoder', 'BrotliDecoder', 'ZstdCompress', 'ZstdDecompress']

/** What a compressor calls when a thread is done with a chunk. */
const callbacks = new WeakMap<Handle, Method>()
/** Compressors with a chunk in work; `true` once they were closed meanwhile. */
const busy = new WeakMap<Handle, { closed: boolean }>()

/** Returns the undo; `null` where Node keeps its compressors to itself. */
export const controlZlib = (): Undo | null => {
  const prototypes = prototypesOfHandles()
  if (prototypes === null) return null
  return undoAll(prototypes.flatMap((prototype) => [remember(prototype), controlWrite(prototype), controlClose(prototype)]))
}

/** `null` where Node keeps them to itself. */
export const prototypesOfHandles = (): readonly Handle[] | null => {
  const binding = isWithout('compression') ? null : quietBinding('zlib')
  const prototypes = CLASSES.flatMap((name) => (binding?.[name] as { prototype?: Handle } | undefined)?.prototype ?? [])
  const isComplete = ({ write, writeSync, init }: Partial<Handle>): boolean => [write, writeSync, init].every((method) => method)
  return prototypes.length > 0 && prototypes.every(isComplete) ? prototypes : null
}

const remember = (prototype: Handle): Undo =>
  replaceMethod(
    prototype,
    'init',
    (init) =>
      function (...args) {
        const callback = args.find((arg) => typeof arg === 'function') as Method | undefined
        if (callback !== undefined) callbacks.set(this as Handle, callback)
        return init.apply(this, args)
      },
  )

const controlWrite = (prototype: Handle): Undo =>
  replaceMethod(
    prototype,
    'write',
    (write) =>
      function (...args) {
        const kernel = current()
        const handle = this as Handle
        const callback = callbacks.get(handle)
        if (kernel === null || callback === undefined) return write.apply(handle, args)
        const work = { closed: false }
        busy.set(handle, work)
        // The bytes are the stream's own until then, so that it makes no difference when they are worked on.
        const done = () => {
          busy.delete(handle)
          if (work.closed) handle.close()
          if (work.closed || works(handle, args)) callback.call(handle)
        }
        kernel.poolOperation('zlib.write', { on: 'zlib', write: false }, () => {}, done, new AsyncResource('crosswire.zlib'))
        return undefined
      },
  )

/** False where the data is bad: then the stream has been told by `onerror`, and hears nothing else. */
const works = (handle: Handle, args: unknown[]): boolean => {
  let failed = false
  const { onerror } = handle
  handle.onerror = (...error) => {
    failed = true
    onerror?.apply(handle, error)
  }
  try {
    handle.writeSync(...args)
  } finally {
    if (onerror !== undefined) handle.onerror = onerror
  }
  return !failed
}

/** A compressor that is closed in the middle of a chunk closes after it, as the native one does. */
const controlClose = (prototype: Handle): Undo =>
  replaceMethod(
    prototype,
    'close',
    (close) =>
      function () {
        const work = busy.get(this as Handle)
        if (work === undefined) return close.apply(this)
        work.closed = true
        return undefined
      },
  )
