// What postMessage sends: a structured clone, in which simulated ports that are transferred arrive as new ports.
import type { Face, Message } from './port-end.js'

/**
 * An own property of each simulated port that cannot be cloned: a port that is posted without being listed fails, as it
 * does in Node. While it is transferred, the property holds its number instead, by which it is found in the clone.
 */
export const NOT_TRANSFERRED = {
  key: '[[port]]',
  value: function portThatIsNotTransferred() {},
} as const

const { key: KEY } = NOT_TRANSFERRED

/**
 * Clones the arguments of `postMessage`. `moveOut` gives the receiver's port for each simulated one in the transfer list.
 * Throws what Node throws: DataCloneError, ERR_MISSING_ARGS, ERR_INVALID_ARG_TYPE, ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST.
 */
export const clonePosted = (args: readonly unknown[], source: Face, moveOut: (port: Face) => Face): Message => {
  if (args.length === 0) throw typeError('ERR_MISSING_ARGS', 'Not enough arguments to MessagePort.postMessage')
  const transfer = transferList(args[1])
  if (transfer.includes(source)) throw new DOMException('Transfer list contains source port', 'DataCloneError')
  const ports = transfer.filter(isSimulated)
  if (new Set(ports).size < ports.length) {
    throw new DOMException('Transfer list contains duplicate MessagePort', 'DataCloneError')
  }
  const others = transfer.filter((entry) => !isSimulated(entry))
  const data = cloneNumbered(args[0], { ports, others })
  const arrived = ports.map(moveOut)
  return { data: ports.length === 0 ? data : withPorts(data, arrived), ports: arrived }
}

const isSimulated = (value: unknown): value is Face => typeof value === 'object' && value !== null && Object.hasOwn(value, KEY)

const transferList = (given: unknown): unknown[] => {
  const list =
    typeof given === 'object' && given !== null && !(Symbol.iterator in given)
      ? (given as { transfer?: unknown }).transfer
      : given
  if (list === undefined || list === null) return []
  if (typeof list === 'object' && Symbol.iterator in list) return [...(list as Iterable<unknown>)]
  const which = list === given ? 'transferList' : 'options.transfer'
  throw typeError('ERR_INVALID_ARG_TYPE', `Optional ${which} argument must be an iterable`)
}

const cloneNumbered = (value: unknown, { ports, others }: { ports: readonly Face[]; others: readonly unknown[] }): unknown => {
  for (const [index, port] of ports.entries()) mark(port, index)
  try {
    return structuredClone(value, { transfer: others as ArrayBuffer[] })
  } catch (error) {
    if (error instanceof DOMException && error.message.includes(NOT_TRANSFERRED.value.name)) {
      throw notListed()
    }
    throw error
  } finally {
    for (const port of ports) mark(port, NOT_TRANSFERRED.value)
  }
}

const mark = (port: Face, value: unknown): void => {
  Object.defineProperty(port, KEY, { value, enumerable: true, configurable: true })
}

/** Puts the ports in the place of their numbers, wherever plain objects, arrays, maps and sets hold them. */
const withPorts = (data: unknown, ports: readonly Face[]): unknown => {
  const seen = new Set<object>()
  const replaced = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const number = Object.hasOwn(value, KEY) ? (value as { [KEY]: unknown })[KEY] : undefined
    if (typeof number === 'number') return ports[number]
    if (seen.has(value)) return value
    seen.add(value)
    if (value instanceof Map) return replacedMap(value)
    if (value instanceof Set) return replacedSet(value)
    if (!ArrayBuffer.isView(value))
      for (const name of Object.keys(value)) Reflect.set(value, name, replaced(Reflect.get(value, name)))
    return value
  }
  const replacedMap = (map: Map<unknown, unknown>): unknown => {
    const entries = [...map]
    map.clear()
    for (const [key, value] of entries) map.set(replaced(key), replaced(value))
    return map
  }
  const replacedSet = (set: Set<unknown>): unknown => {
    const values = [...set]
    set.clear()
    for (const value of values) set.add(replaced(value))
    return set
  }
  return replaced(data)
}

/** What this Node throws for a port that is not in the list: a TypeError of its own, or a DataCloneError. */
const sample = ((): Error & { code?: unknown } => {
  const { port1 } = new MessageChannel()
  try {
    structuredClone(port1)
  } catch (error) {
    return error as Error
  } finally {
    port1.close()
  }
  return new DOMException('port is not listed', 'DataCloneError')
})()

const notListed = (): Error =>
  sample instanceof DOMException ? new DOMException(sample.message, sample.name) : typeError(String(sample.code), sample.message)

const typeError = (code: string, message: string): TypeError => Object.assign(new TypeError(message), { code })
