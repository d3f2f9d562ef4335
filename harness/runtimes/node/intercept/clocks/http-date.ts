// The Date header of an HTTP message: Node keeps one from the real clock for a second; an execution has its own clock.
import { OutgoingMessage } from 'node:http'
import { current } from '../../kernel/current.js'
import { real } from '../../kernel/real.js'
import type { Install } from '../../kernel/types.js'
import { type Callable, replaceMethod } from '../replace.js'
import { wallMs } from './clock.js'

/** The parts of an outgoing message that Node's own `_storeHeader` works on. */
interface Message {
  sendDate: boolean
  _header: string | null
  hasHeader(name: string): boolean
}

export const installHttpDate: Install = () => replaceMethod(OutgoingMessage.prototype, '_storeHeader', storing)

const storing = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    const message = this as Message
    const dated = kernel !== null && message.sendDate && !givesDate(message, args[1])
    const result = Reflect.apply(original, this, args)
    if (dated && message._header !== null) {
      const date = `\r\nDate: ${new real.Date(wallMs(kernel)).toUTCString()}\r\n`
      message._header = message._header.replace(/\r\nDate: [^\r\n]*\r\n/, date)
    }
    return result
  }

/** Whether the date is the user's own: set before, or given to `writeHead` as an object, pairs or a flat list. */
const givesDate = (message: Message, headers: unknown): boolean => {
  if (message.hasHeader('date')) return true
  if (typeof headers !== 'object' || headers === null) return false
  const names = Array.isArray(headers)
    ? headers.map((entry: unknown) => (Array.isArray(entry) ? entry[0] : entry))
    : Object.keys(headers)
  return names.some((name) => typeof name === 'string' && name.toLowerCase() === 'date')
}
