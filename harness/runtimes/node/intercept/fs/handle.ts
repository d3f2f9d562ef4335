// What stands below a FileHandle: Node's own class is kept on top, so that it has its whole surface; only the native part is ours.
import { housekeeping } from '../../files/housekeeping.js'
import { realFs } from '../../files/real-fs.js'
import { current } from '../../kernel/current.js'
import { phrase } from '../../kernel/phrase.js'
import { fsBinding } from './binding.js'
import { accessOfFd, labelOfFd } from './paths.js'
import { type OpenFile, shadowOf } from './shadow.js'

export interface NativeHandle {
  readonly fd: number
  close(): Promise<void>
  closeSync(): void
  releaseFD(): unknown
  getAsyncId(): number
  readStart(): void
}

/** `fd` was opened in the running execution. */
export const createHandle = (fd: number): NativeHandle => {
  const kernel = current()
  const file = kernel === null ? undefined : shadowOf(kernel).open.get(fd)
  // After its execution the number may belong to another file: what was closed at the end is not closed again.
  const isOpen = () => file?.closed !== true
  return {
    fd,
    close: () => (isOpen() ? closing(fd, () => fd, file) : Promise.resolve()),
    closeSync: () => (isOpen() ? realFs.closeSync(fd) : undefined),
    releaseFD: () => fd,
    getAsyncId: () => 0,
    /** Older Nodes stream bytes straight from the native handle, which no choice reaches. */
    readStart: () => current()?.escape("FileHandle.readableWebStream() without { type: 'bytes' }"),
  }
}

/** Closes as a pool operation of the execution; at once where no execution runs. */
const closing = (fd: number, release: () => number, file: OpenFile | undefined): Promise<void> => {
  const kernel = current()
  if (kernel === null || file?.loader) return Promise.resolve(housekeeping(() => realFs.closeSync(release())))
  const shadow = shadowOf(kernel)
  return new Promise((resolve, reject) => {
    let failure: unknown = null
    const effect = () => {
      try {
        realFs.closeSync(release())
      } catch (error) {
        failure = error
      }
    }
    const done = () => (failure === null ? resolve() : reject(failure))
    kernel.poolOperation(phrase('fs.close', labelOfFd(shadow, fd)), accessOfFd(shadow, file, false), effect, done)
  })
}

/** Handles that were opened before the execution close natively: inside one they close as all others do. Returns the undo. */
export const controlNativeHandles = (): (() => void) => {
  const native = fsBinding()?.functions.FileHandle as { prototype?: NativeHandle } | undefined
  const prototype = native?.prototype
  if (prototype === undefined) return () => {}
  const { close } = prototype
  prototype.close = function (this: NativeHandle) {
    const { fd } = this
    const release = () => {
      this.releaseFD()
      return fd
    }
    return current() === null ? close.call(this) : closing(fd, release, undefined)
  }
  return () => void (prototype.close = close)
}
