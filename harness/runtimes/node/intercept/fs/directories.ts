// `opendir`: Node's own Dir class on top of a handle of ours, so that listing a directory is made of controlled operations.
import { AsyncResource } from 'node:async_hooks'
import fs, { type Dir, type Dirent } from 'node:fs'
import { realFs } from '../../files/real-fs.js'
import { current } from '../../kernel/current.js'
import type { Kernel } from '../../kernel/types.js'
import { markControlled } from '../controlled.js'
import { replaceMethod, type Undo, undoAll } from '../replace.js'
import type { Request } from './binding.js'
import { absolute, labelOf } from './paths.js'
import { shadowOf } from './shadow.js'
import { direntType } from './twins.js'

type Callback = (error: Error | null, dir?: Dir) => void
type DirClass = new (handle: DirHandle, path: string, options: unknown) => Dir

/** What Node's Dir asks of its native handle; without a request the call is synchronous. */
interface DirHandle {
  read(encoding: unknown, size: number, request?: Request): unknown
  close(request?: Request): void
}

interface Answer {
  readonly error: Error | null
  readonly value: unknown
}

const attempt = (work: () => unknown): Answer => {
  try {
    return { error: null, value: work() }
  } catch (error) {
    return { error: error as Error, value: undefined }
  }
}

/** All entries at once, sorted: the order in which a file system lists them is none that a person could replay. */
const entriesOf = (dir: Dir): unknown[][] => {
  const entries: Dirent[] = []
  for (let entry = dir.readSync(); entry !== null; entry = dir.readSync()) entries.push(entry)
  return entries
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
    .map((entry) => [entry.name, direntType(entry)])
}

const createDirHandle = (kernel: Kernel, real: Dir, label: string): DirHandle => {
  let entries: unknown[][] | null = null
  const held = kernel.hold({
    kind: 'file',
    what: `directory ${label}`,
    referenced: false,
    destroy: () => void attempt(() => real.closeSync()),
  })
  const next = (size: number): unknown[] | null => {
    entries ??= entriesOf(real)
    const batch = entries.splice(0, size).flat()
    return batch.length === 0 ? null : batch
  }
  const close = () => {
    held.remove()
    real.closeSync()
  }
  return {
    read: (_encoding, size, request) => serve(`fs.readdir ${label}`, request, () => next(size)),
    close: (request) => void serve(`fs.close ${label}`, request, close),
  }
}

/** Answers a request by a pool operation; without one, or outside of an execution, at once. */
const serve = (what: string, request: Request | undefined, work: () => unknown): unknown => {
  const kernel = current()
  if (request === undefined) return work()
  if (kernel === null) return void queueMicrotask(() => answer(request, attempt(work)))
  markControlled(request)
  let came: Answer = { error: null, value: undefined }
  const effect = () => void (came = attempt(work))
  kernel.poolOperation(what, null, effect, () => answer(request, came), new AsyncResource('crosswire.fs'))
  return undefined
}

const answer = (request: Request, { error, value }: Answer): void => {
  if (error !== null) request.oncomplete?.(error)
  else if (value === undefined) request.oncomplete?.(null)
  else request.oncomplete?.(null, value)
}

const isPath = (path: unknown): path is string | Buffer | URL =>
  (typeof path === 'string' && !path.includes('\0')) || Buffer.isBuffer(path) || path instanceof URL

/** Throws what the real function throws for wrong arguments. */
const validate = (path: unknown, options: unknown): void => {
  if (!isPath(path)) realFs.opendirSync(path as string)
  if (options !== undefined && options !== null) realFs.opendirSync('/', options as object).closeSync()
}

const opened = (path: string, options: unknown): Dir => {
  try {
    return realFs.opendirSync(path, (options ?? undefined) as undefined)
  } catch (error) {
    throw withPath(error as NodeJS.ErrnoException, path)
  }
}

/** The synchronous call of older Nodes keeps the path to itself. */
const withPath = (error: NodeJS.ErrnoException, path: string): NodeJS.ErrnoException => {
  if (error.syscall !== 'opendir' || error.path !== undefined) return error
  error.message += ` '${path}'`
  return Object.assign(error, { path })
}

const openDirectory = (
  kernel: Kernel,
  [given, options]: [unknown, unknown],
  scope: AsyncResource | null,
  done: (answer: Answer) => void,
): void => {
  validate(given, options)
  const path = given instanceof URL ? given.pathname : (given as string | Buffer)
  const label = labelOf(shadowOf(kernel), absolute(path))
  let came: Answer = { error: null, value: undefined }
  const effect = () => {
    came = attempt(() => {
      const real = opened(given as string, options)
      const Dir = fs.Dir as unknown as DirClass
      return new Dir(createDirHandle(kernel, real, label), path as string, options)
    })
  }
  kernel.poolOperation(`fs.opendir ${label}`, null, effect, () => done(came), scope)
}

/** Returns the undo. */
export const controlDirectories = (): Undo => {
  const undoCallback = replaceMethod(fs, 'opendir', (real) => (...args) => {
    const kernel = current()
    const callback = typeof args[1] === 'function' ? args[1] : args[2]
    if (kernel === null || typeof callback !== 'function') return real(...args)
    const options = typeof args[1] === 'function' ? undefined : args[1]
    return openDirectory(kernel, [args[0], options], new AsyncResource('crosswire.fs'), ({ error, value }) =>
      error === null ? (callback as Callback)(null, value as Dir) : (callback as Callback)(error),
    )
  })
  const undoPromise = replaceMethod(fs.promises, 'opendir', (real) => async (...args) => {
    const kernel = current()
    if (kernel === null) return real(...args)
    return new Promise((resolve, reject) => {
      openDirectory(kernel, [args[0], args[1]], null, ({ error, value }) => (error === null ? resolve(value) : reject(error)))
    })
  })
  return undoAll([undoCallback, undoPromise])
}
