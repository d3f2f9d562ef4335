// The loops of whole-file reads and writes, on public calls that are controlled: each call is one operation of the pool.
import fs from 'node:fs'
import { fsBinding } from './binding.js'

type Done = (error: Error | null, data?: Buffer) => void

/** Chunks of a read whose size is known, and of one whose size is not (a device, a pipe): Node's numbers. */
const CHUNK = 512 * 1024
const UNKNOWN_CHUNK = 64 * 1024

// Captured at import: a spy that replaces a public function later must not see the steps of another one.
const { open, fstat, read, write, fsync, close } = fs

export interface ReadSettings {
  readonly flag: string | number
  /** An error where the caller has given up; asked between two calls. */
  stopped(): Error | null
}

/** Reads from a path or an open file to the end. A file that was opened here is closed again, whatever happens. */
export const readWhole = (path: unknown, { flag, stopped }: ReadSettings, done: Done): void => {
  if (typeof path === 'number') process.nextTick(() => readOpen(path, stopped, done))
  else {
    open(path as string, flag, 0o666, (error, fd) => {
      if (error !== null) done(error)
      else readOpen(fd, stopped, closing(fd, naming(path, done)))
    })
  }
}

/** Nodes that read a file in one job name it in every error. */
const naming = (path: unknown, done: Done): Done => {
  if (fsBinding()?.functions.ReadFileJob === undefined || typeof path !== 'string') return done
  return (error, data) => done(error === null ? null : named(error, path), data)
}

const named = (error: NodeJS.ErrnoException, path: string): Error => {
  if (error.syscall === undefined || error.path !== undefined) return error
  error.message += ` '${path}'`
  return Object.assign(error, { path })
}

/** Closes, then reports; the first error leads. */
const closing =
  (fd: number, done: Done): Done =>
  (error, data) =>
    close(fd, (closeError) => {
      const failure = error ?? closeError ?? null
      if (failure === null) done(null, data)
      else done(failure)
    })

const readOpen = (fd: number, stopped: () => Error | null, done: Done): void => {
  fstat(fd, (error, stats) => {
    if (error !== null) done(error)
    else readChunks({ fd, size: stats.isFile() ? stats.size : 0, stopped, done })
  })
}

interface Reading {
  readonly fd: number
  /** 0: not known. */
  readonly size: number
  stopped(): Error | null
  readonly done: Done
}

const readChunks = ({ fd, size, stopped, done }: Reading): void => {
  const chunks: Buffer[] = []
  let total = 0
  const next = (): void => {
    const stop = stopped()
    if (stop === null) readNext()
    else done(stop)
  }
  const readNext = (): void => {
    const chunk = Buffer.allocUnsafeSlow(size === 0 ? UNKNOWN_CHUNK : Math.min(CHUNK, size - total))
    read(fd, chunk, 0, chunk.length, null, (error, count) => {
      if (error !== null) return done(error)
      total += count
      if (count > 0) chunks.push(count === chunk.length ? chunk : chunk.subarray(0, count))
      if (count === 0 || total === size) done(null, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, total))
      else next()
    })
  }
  next()
}

export interface WriteSettings {
  readonly flag: string | number
  readonly mode: string | number
  readonly flush: boolean
  /** An empty file is made without a write: so does `fs.promises`, but not a callback. */
  readonly skipsNothing: boolean
  stopped(): Error | null
  done(error: Error | null): void
}

/** Opens, writes until all is written, closes. */
export const writeWhole = (path: unknown, data: NodeJS.ArrayBufferView, settings: WriteSettings): void => {
  const { flag, mode, flush, skipsNothing, stopped, done } = settings
  open(path as string, flag, mode, (error, fd) => {
    if (error !== null) return done(error)
    const end = closing(fd, done)
    const flushed: Done = (failure) => (failure === null && flush ? fsync(fd, (syncError) => end(syncError)) : end(failure))
    if (skipsNothing && data.byteLength === 0) flushed(null)
    else writeChunks({ fd, data, stopped, done: flushed })
  })
}

interface Writing {
  readonly fd: number
  readonly data: NodeJS.ArrayBufferView
  stopped(): Error | null
  readonly done: Done
}

const writeChunks = ({ fd, data, stopped, done }: Writing): void => {
  let offset = 0
  const next = (): void => {
    const stop = stopped()
    if (stop === null) writeNext()
    else done(stop)
  }
  const writeNext = (): void => {
    write(fd, data, offset, data.byteLength - offset, null, (error, count) => {
      if (error !== null) return done(error)
      offset += count
      if (offset >= data.byteLength) done(null)
      else next()
    })
  }
  next()
}
