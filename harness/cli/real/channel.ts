// The run's way to say something: whole lines on a pipe, written at once, so that what was said survives whatever comes next.
import { readFileSync, writeSync } from 'node:fs'
import { MESSAGES_FD } from '../messages.js'
import type { RealMessage, RealRequest } from './messages.js'

/** All of stdin, which is empty for the subject from then on. */
export const readRequest = (): RealRequest => JSON.parse(readFileSync(0, 'utf8'))

export const send = (message: RealMessage): void => {
  for (let rest = Buffer.from(`${JSON.stringify(message)}\n`); rest.length > 0; ) rest = rest.subarray(write(rest))
}

const write = (bytes: Buffer): number => {
  try {
    return writeSync(MESSAGES_FD, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    // Nobody reads any more: the parent is gone, and so is the reason to go on.
    process.kill(process.pid, 'SIGKILL')
    throw error
  }
}
