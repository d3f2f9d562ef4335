// A child's way to say something: whole lines on a pipe, written at once, so that what was said survives whatever comes next.
import { MESSAGES_FD } from '../messages.js'

/** `writeSync`: Node's own, whatever the subject has put in its place. Ends the process where nobody reads any more. */
export const writeLine = (line: string, writeSync: (fd: number, bytes: Uint8Array) => number): void => {
  const write = (bytes: Buffer): number => {
    try {
      return writeSync(MESSAGES_FD, bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
      // The parent is gone, and so is the reason to go on.
      process.kill(process.pid, 'SIGKILL')
      throw error
    }
  }
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) rest = rest.subarray(write(rest))
}
