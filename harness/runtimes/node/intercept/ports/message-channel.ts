// MessageChannel and MessagePort, as globals and in node:worker_threads: in-process delivery that the schedule orders.
import workerThreads, { type MessageChannel as NodeChannel, type MessagePort as NodePort } from 'node:worker_threads'
import { current } from '../../kernel/current.js'
import type { Install, Kernel } from '../../kernel/types.js'
import { type Callable, replaceMethod, replaceValue, undoAll } from '../replace.js'
import { endOf, isReferenced, makePort } from './message-port.js'
import { clonePosted } from './port-clone.js'
import { type Face, PortEnd } from './port-end.js'

export const installMessageChannel: Install = () => {
  const channel = makeMessageChannel(globalThis.MessageChannel)
  return undoAll([
    replaceValue(globalThis, 'MessageChannel', channel),
    replaceValue(workerThreads, 'MessageChannel', channel),
    replaceMethod(workerThreads, 'receiveMessageOnPort', receiving),
    replaceMethod(MessagePort.prototype, 'postMessage', posting),
  ])
}

/** A proxy, so that prototype and `instanceof` stay those of the one MessageChannel of this realm. */
const makeMessageChannel = (original: typeof MessageChannel): typeof MessageChannel =>
  new Proxy(original, {
    construct(target, args, newTarget) {
      const kernel = current()
      if (kernel !== null) return Object.assign(Object.create(target.prototype) as object, makePair(kernel))
      const made = Reflect.construct(target, args, newTarget) as NodeChannel
      remember(made)
      return made
    },
  })

const makePair = (kernel: Kernel): { port1: Face; port2: Face } => {
  let held: { remove(): void } | null = null
  const onClosed = () => held?.remove()
  const [port1, port2] = [makePort(onClosed), makePort(onClosed)]
  const [end1, end2] = [endOf(port1) as PortEnd, endOf(port2) as PortEnd]
  end1.peer = end2
  end2.peer = end1
  const destroy = () => {
    end1.forget()
    end2.forget()
  }
  held = kernel.hold({
    kind: 'port',
    what: 'MessageChannel',
    get referenced() {
      return isReferenced(end1) || isReferenced(end2)
    },
    destroy,
  })
  return { port1, port2 }
}

/** Channels of Node's own whose both ends are known: a module of the subject made them while it was loaded. */
const siblings = new WeakMap<object, WeakRef<NodePort>>()

const remember = ({ port1, port2 }: NodeChannel): void => {
  siblings.set(port1, new WeakRef(port2))
  siblings.set(port2, new WeakRef(port1))
}

const nativeEnds = new WeakMap<object, PortEnd>()

const nativeEnd = (port: Face): PortEnd => {
  let end = nativeEnds.get(port)
  if (end === undefined) {
    end = new PortEnd(port, { isStarted: () => port.listenerCount('message') > 0, onClosed: () => {} })
    nativeEnds.set(port, end)
  }
  return end
}

/** What an execution posts through such a channel is delivered inside it; a port whose other end is elsewhere goes out for real. */
const posting = (original: Callable): Callable =>
  function (...args) {
    const sibling = current() === null ? undefined : siblings.get(this as object)?.deref()
    if (sibling === undefined) return Reflect.apply(original, this, args)
    nativeEnd(sibling as unknown as Face).receive(clonePosted(args, this as Face, (port) => port))
    return undefined
  }

const receiving = (original: Callable): Callable =>
  function (...args) {
    const [port] = args
    const end = endOf(port) ?? (current() === null ? undefined : nativeEnds.get(port as object))
    return end === undefined ? Reflect.apply(original, this, args) : end.takeNow()
  }
