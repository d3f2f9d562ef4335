// The MessagePort of an execution: Node's own prototype, without the native handle behind it.

import { isWithout } from '../../without.js'
import type { Callable } from '../replace.js'
import { clonePosted, NOT_TRANSFERRED } from './port-clone.js'
import { type Face, PortEnd } from './port-end.js'

interface Simulated {
  readonly end: PortEnd
  started: boolean
  referenced: boolean
  listening: boolean
}

const known = new WeakMap<object, Simulated>()

/** The end behind a simulated port; undefined for a port of Node's own, and for one that has been transferred. */
export const endOf = (port: unknown): PortEnd | undefined =>
  typeof port === 'object' && port !== null ? known.get(port)?.end : undefined

export const isReferenced = (end: PortEnd): boolean => known.get(end.face)?.referenced === true && end.isOpen

/**
 * An event target of Node's that inherits from MessagePort, so that `instanceof`, `on`, `once`, `addEventListener` and
 * `onmessage` are the real thing; only what would reach the native handle is replaced.
 */
class SimulatedMessagePort extends EventTarget {
  postMessage(...args: unknown[]): void {
    const message = clonePosted(args, this as unknown as Face, moveOut)
    const end = endOf(this)
    if (end?.isOpen) end.peer?.receive(message)
  }

  start(): void {
    const port = known.get(this)
    if (port === undefined) return
    port.started = true
    port.end.trigger()
  }

  close(callback?: () => void): void {
    if (typeof callback === 'function')
      (this as unknown as { once(type: string, listener: () => void): void }).once('close', callback)
    endOf(this)?.close()
  }

  ref(): void {
    refer(this, true)
  }

  unref(): void {
    refer(this, false)
  }

  hasRef(): boolean {
    const end = endOf(this)
    return end !== undefined && isReferenced(end)
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...args)
    listenersChanged(this)
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    super.removeEventListener(...args)
    listenersChanged(this)
  }
}

const refer = (port: object, referenced: boolean): void => {
  const simulated = known.get(port)
  if (simulated !== undefined) simulated.referenced = referenced
}

/** The first listener of messages starts and references a port, the last one that goes lets the process end. */
const listenersChanged = (port: SimulatedMessagePort): void => {
  const simulated = known.get(port)
  const listening = (port as unknown as Face).listenerCount('message') > 0
  if (simulated === undefined || listening === simulated.listening) return
  simulated.listening = listening
  simulated.referenced = listening
  if (listening) port.start()
}

/** How Node's event target makes the event for `addEventListener` from what `on` gets; internal, so looked up by its name. */
const CREATE_EVENT = isWithout('ports')
  ? undefined
  : Object.getOwnPropertySymbols(MessagePort.prototype).find(({ description }) => description === 'kCreateEvent')

/** Whether events of ports carry the ports that were transferred. */
export const eventsCarryPorts = (): boolean => CREATE_EVENT !== undefined

/** Node takes no ports but its own in a MessageEvent, so ours are put in afterwards. */
const createEvent = function (this: object, ...args: unknown[]): object {
  const event = Reflect.apply(Reflect.get(MessagePort.prototype, CREATE_EVENT as symbol) as Callable, this, args) as object
  const ports = endOf(this)?.arriving ?? []
  if (ports.length > 0) Object.defineProperty(event, 'ports', { value: ports, configurable: true })
  return event
}
if (CREATE_EVENT !== undefined) Object.defineProperty(SimulatedMessagePort.prototype, CREATE_EVENT, { value: createEvent })

// `super()` makes a plain event target; everything else is looked up on MessagePort and on Node's own event target above it.
Object.setPrototypeOf(SimulatedMessagePort.prototype, MessagePort.prototype)
Object.defineProperty(SimulatedMessagePort.prototype, 'constructor', { value: MessagePort })

const makeFace = (): Face => {
  const port = new SimulatedMessagePort()
  Object.defineProperty(port, NOT_TRANSFERRED.key, { value: NOT_TRANSFERRED.value, enumerable: true, configurable: true })
  return port as unknown as Face
}

/** A new port of the running execution; connect two of them. */
export const makePort = (onClosed: () => void): Face => {
  const face = makeFace()
  const isStarted = () => known.get(end.face)?.started === true
  const end = new PortEnd(face, {
    isStarted,
    onClosed,
    delivered: () => listenersChanged(end.face as unknown as SimulatedMessagePort),
  })
  known.set(face, { end, started: false, referenced: false, listening: false })
  return face
}

/** The receiver gets a new port in the place of the transferred one, which is of no use any more. */
const moveOut = (port: Face): Face => {
  const end = endOf(port)
  if (end === undefined) return port
  known.delete(port)
  end.face = makeFace()
  known.set(end.face, { end, started: false, referenced: false, listening: false })
  return end.face
}
