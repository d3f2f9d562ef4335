// What the child is asked, and what it says.

import { realFs } from '../../runtimes/node/files/real-fs.js'
import { real } from '../../runtimes/node/kernel/real.js'
import type { Message, Request } from '../messages.js'
import { writeLine } from '../process/write-line.js'

/** As they are before the subject comes, which may put others in their place. */
const { parse, stringify } = JSON

/** Reads the request: all of stdin, which is empty for the subject from then on. */
export const readRequest = (): Request => parse(realFs.readFileSync(0, 'utf8'))

export const send = (message: Message): void => writeLine(stringify(message), realFs.writeSync)

/** Lets what is on its way to stdout and stderr arrive. */
export const settleOutput = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve))
