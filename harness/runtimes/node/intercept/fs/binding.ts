// Node's own layer of system calls, beneath `fs`, `fs.promises`, streams and handles: the one place where all of them meet.
//
// `process.binding('fs')` is the object that Node's library calls (mock-fs and graceful-fs have used it for a decade; it is there
// from Node 20 to 26). Its functions take a request as their last or next to last argument when the call is asynchronous. To
// intercept here keeps everything above as Node wrote it: argument checks, error texts, abort signals, BigInt stats, FileHandle,
// streams, `rm` and `cp` with the very sequence of system calls that the real ones make.

import { isWithout } from '../../without.js'
import { quietBinding } from '../quiet-binding.js'

export type Native = (...args: unknown[]) => unknown
/** What Node's library makes for a call with a callback. */
export interface Request {
  oncomplete?: (this: Request, ...results: unknown[]) => void
  /** Set by `fs.readFile`: the state of its loop. */
  context?: unknown
}
type RequestClass = new () => Request

export interface FsBinding {
  readonly functions: Record<string, Native>
  readonly isRequest: (value: unknown) => boolean
  readonly usePromises: unknown
}

interface Raw extends Record<string, unknown> {
  readonly FSReqCallback?: RequestClass
  readonly kUsePromises?: unknown
}

const NEEDED = ['open', 'openFileHandle', 'close', 'read', 'writeBuffer', 'writeString', 'stat', 'fstat', 'rename', 'unlink']

let found: FsBinding | null | undefined

/** `null` where this Node does not let us have it (the permission model): then asynchronous file work is refused by name. */
export const fsBinding = (): FsBinding | null => {
  if (found === undefined) found = isWithout('files') ? null : find()
  return found
}

const find = (): FsBinding | null => {
  const raw = quietBinding('fs') as Raw | null
  if (raw === null) return null
  const { FSReqCallback, kUsePromises } = raw
  if (FSReqCallback === undefined || kUsePromises === undefined) return null
  if (NEEDED.some((name) => typeof raw[name] !== 'function' || !isReplaceable(raw, name))) return null
  return {
    functions: raw as Record<string, Native>,
    isRequest: (value) => value instanceof FSReqCallback,
    usePromises: kUsePromises,
  }
}

const isReplaceable = (object: object, name: string): boolean => {
  const descriptor = Object.getOwnPropertyDescriptor(object, name)
  return descriptor?.writable === true || descriptor?.configurable === true
}
