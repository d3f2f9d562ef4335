// What a run is asked, and what it says.
import { readFileSync, writeSync } from 'node:fs'
import { writeLine } from '../process/write-line.js'
import type { RealMessage, RealRequest } from './messages.js'

/** All of stdin, which is empty for the subject from then on. */
export const readRequest = (): RealRequest => JSON.parse(readFileSync(0, 'utf8'))

export const send = (message: RealMessage): void => writeLine(JSON.stringify(message), writeSync)
