// RESP 2, what Redis speaks: a command is a request, its name the tool, its arguments a list of texts.
import type { Json } from '../../core/history.js'
import type { Answer, Parsed } from '../messages.js'
import type { Protocol } from './protocol.js'
import { createCommandReader } from './resp-commands.js'

/**
 * Names of commands are in lower case. The phases of a transaction are tools of their own: `multi`, then `queued` for each command
 * with its name before its arguments, then `exec` with the list of all of them (or `discard`), so that faults can be aimed at them.
 * A transaction begins when `multi` arrives, whatever it is answered. Answers: `null`, whole numbers and lists as Redis has them; a
 * word in capitals (`OK`, `QUEUED`) is a status, every other text a bulk string; an object is a list of names and values. Values are text.
 */
export const resp: Protocol = {
  open() {
    const commands = createCommandReader()
    const phases = createPhases()
    return {
      read: (chunk) => commands(chunk).map((words) => requestOf(words, phases)),
      garbage: () => Buffer.from('?\r\n', 'utf8'),
      write: (answer) => Buffer.from('error' in answer ? printError(answer) : printValue(answer.result), 'utf8'),
    }
  },
  notAvailable: (tool) => `ERR unknown command '${tool}'`,
}

type Phase = (name: string, args: readonly string[]) => { readonly tool: string; readonly args: Json }

const requestOf = ([name = '', ...args]: readonly string[], phase: Phase): Parsed =>
  name === '' ? { ok: false, text: '', problem: 'an empty command' } : { ok: true, request: phase(name.toLowerCase(), args) }

const createPhases = (): Phase => {
  /** `null` outside of a transaction. */
  let queued: (readonly string[])[] | null = null
  return (name, args) => {
    if (queued === null) {
      if (name === 'multi') queued = []
      return { tool: name, args }
    }
    if (name === 'exec' || name === 'discard') {
      const all = queued
      queued = null
      return { tool: name, args: all }
    }
    queued.push([name, ...args])
    return { tool: 'queued', args: [name, ...args] }
  }
}

/** The first word of an error says of which kind it is. */
const printError = ({ error: { message } }: Extract<Answer, { error: unknown }>): string =>
  `-${/^[A-Z]+ /.test(message) ? '' : 'ERR '}${message.replace(/[\r\n]+/g, ' ')}\r\n`

const printValue = (value: Json): string => {
  if (value === null) return '$-1\r\n'
  if (typeof value === 'boolean') return `:${Number(value)}\r\n`
  if (typeof value === 'number' && Number.isInteger(value)) return `:${value}\r\n`
  if (typeof value === 'object') return printList(Array.isArray(value) ? value : Object.entries(value).flat())
  return typeof value === 'string' && /^[A-Z]+$/.test(value) ? `+${value}\r\n` : printBulk(String(value))
}

const printList = (values: readonly Json[]): string => `*${values.length}\r\n${values.map(printValue).join('')}`
const printBulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
