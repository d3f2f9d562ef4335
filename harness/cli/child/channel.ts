// The child's way to say something: whole lines on a pipe, written at once, so that what was said survives whatever comes next.

import { realFs } from '../../runtimes/node/files/real-fs.js'
import { real } from '../../runtimes/node/kernel/real.js'
import { MESSAGES_FD, type Message, type Request } from '../messages.js'

/** As they are before the subject comes, which may put others in their place. */
const { parse, stringify } = JSON

/** Reads the request: all of stdin, which is empty for the subject from then on. */
export const readRequest = (): Request => parse(realFs.readFileSync(0, 'utf8'))

export const send = (message: Message): void => {
  for (let rest = Buffer.from(`${stringify(message)}\n`); rest.length > 0; ) rest = rest.subarray(write(rest))
}

const write = (bytes: Buffer): number => {
  try {
    return realFs.writeSync(MESSAGES_FD, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    // Nobody reads any more: the parent is gone, and so is the reason to go on.
    process.kill(process.pid, 'SIGKILL')
    throw error
  }
}

/** Lets what is on its way to stdout and stderr arrive. */
export const settleOutput = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve))
