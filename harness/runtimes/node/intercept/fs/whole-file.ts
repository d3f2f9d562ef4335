// `fs.readFile` and `fs.writeFile` with a callback: open, then stat or write, in as many calls as the real ones make, then close.
//
// Their loops keep private references to the calls below `fs` (and from Node 26 on run as one native job), so they are written
// anew on top of the public calls, which are controlled. The sequence of calls is the same on every Node.
import fs from 'node:fs'
import { current } from '../../kernel/current.js'
import type { Kernel } from '../../kernel/types.js'
import { abortError } from '../abort-error.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'
import { fsBinding } from './binding.js'
import { readWhole, writeWhole } from './loops.js'

type Callback = (error: Error | null, data?: unknown) => void
type Options = {
  encoding?: BufferEncoding | 'buffer' | null
  flag?: string | number
  mode?: string | number
  signal?: AbortSignal
  flush?: boolean
}
const asOptions = (given: unknown): Options => {
  if (given === null || given === undefined || typeof given === 'function') return {}
  return typeof given === 'string' ? { encoding: given as BufferEncoding } : (given as Options)
}

const isPlain = ({ encoding }: Options): boolean => encoding == null || encoding === 'buffer' || Buffer.isEncoding(encoding)
const isSignal = (value: unknown): boolean => typeof value === 'object' && value !== null && 'aborted' in value

const aborted = AbortSignal.abort()
const ignore = (): void => {}

/** Where an argument looks wrong the real function is asked, with a signal that stops it before any I/O: it throws as it always does. */
const validated = (given: unknown, real: (options: object) => void): Options => {
  const options = asOptions(given)
  const { signal } = options
  if (signal !== undefined && !isSignal(signal)) real(options)
  if (typeof given === 'number' || typeof given === 'boolean') real(given as unknown as object)
  if (!isPlain(options) || Object.keys(options).some((name) => name !== 'encoding' && name !== 'signal')) {
    real({ ...options, signal: aborted })
  }
  return options
}

const stopped = (signal: AbortSignal | undefined): Error | null => (signal?.aborted === true ? abortError(signal) : null)

const readFile =
  (kernel: Kernel, real: Callable) =>
  (path: unknown, given: unknown, callback: Callback): unknown => {
    const options = validated(given, (checked) => real('', checked, ignore))
    if ('buffer' in options) kernel.escape('fs.readFile() into a buffer')
    const { signal, encoding } = options
    if (signal?.aborted) return real(typeof path === 'number' ? '' : path, given, callback)
    const decoded: Callback = (error, data) => {
      if (error !== null || encoding == null || encoding === 'buffer') callback(error, data)
      else callback(null, (data as Buffer).toString(encoding))
    }
    readWhole(path, { flag: options.flag ?? 'r', stopped: () => stopped(signal) }, decoded)
    return undefined
  }

const writeFile =
  (_kernel: Kernel, real: Callable) =>
  (path: unknown, data: unknown, [given, callback]: [unknown, Callback]): unknown => {
    const options = validated(given, (checked) => real('', data, checked, ignore))
    if (!ArrayBuffer.isView(data) && typeof data !== 'string') return real('', data, { ...options, signal: aborted }, ignore)
    const { signal, encoding, flag, mode, flush } = options
    if (signal?.aborted || typeof path === 'number') return real(path, data, given, callback)
    const bytes =
      typeof data === 'string' ? Buffer.from(data, (encoding as BufferEncoding) || 'utf8') : (data as NodeJS.ArrayBufferView)
    writeWhole(path, bytes, {
      flag: flag || 'w',
      mode: mode ?? 0o666,
      flush: flush === true,
      skipsNothing: false,
      stopped: () => stopped(signal),
      done: callback,
    })
    return undefined
  }

/** Returns the undo. */
export const controlWholeFiles = (): Undo => {
  const undoRead = replaceMethod(fs, 'readFile', (real) => (...args) => {
    const kernel = current()
    const callback = args[2] || args[1]
    if (kernel === null || typeof callback !== 'function') return real(...args)
    return readFile(kernel, real)(args[0], args[1], callback as Callback)
  })
  // Older Nodes write through `fs.open`, `fs.write` and `fs.close`, which are controlled already.
  if (fsBinding()?.functions.WriteFileJob === undefined) return undoRead
  const undoWrite = replaceMethod(fs, 'writeFile', (real) => (...args) => {
    const kernel = current()
    const callback = args[3] || args[2]
    if (kernel === null || typeof callback !== 'function') return real(...args)
    return writeFile(kernel, real)(args[0], args[1], [args[2], callback as Callback])
  })
  return undoAll([undoRead, undoWrite])
}
