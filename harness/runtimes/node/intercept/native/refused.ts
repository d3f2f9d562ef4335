// What no choice reaches and nothing can stand in for: refused by name, or let through and marked.
import dns from 'node:dns'
import workerThreads from 'node:worker_threads'
import { current } from '../../kernel/current.js'
import { escaping } from '../escaping.js'
import { isImporting } from '../imports.js'
import { type Callable, replaceMethod, replaceValue, type Undo, undoAll } from '../replace.js'

const refuse = (target: object | undefined, name: string, as: string): Undo[] =>
  target !== undefined && typeof Reflect.get(target, name) === 'function' ? [replaceMethod(target, name, escaping(as))] : []

/** `lookup` is answered by the simulated network. */
const isQuery = (name: string): boolean => /^(resolve|reverse$|lookupService$)/.test(name)

const queries = (): Undo[] => {
  const faces: [object, string][] = [
    [dns, 'dns'],
    [dns.promises, 'dns.promises'],
    [dns.Resolver.prototype, 'dns.Resolver'],
    [dns.promises.Resolver.prototype, 'dns.promises.Resolver'],
  ]
  return faces.flatMap(([target, face]) => namesOf(target).flatMap((name) => refuse(target, name, `${face}.${name}`)))
}

const namesOf = (target: object): string[] => {
  const inherited = Object.getPrototypeOf(target) as object
  const names = new Set([
    ...Object.getOwnPropertyNames(target),
    ...(inherited === Object.prototype ? [] : Object.getOwnPropertyNames(inherited)),
  ])
  return [...names].filter(isQuery)
}

/** A channel to all threads is served by the real loop; a class, so that `new` keeps working. */
const broadcast = (): Undo[] => {
  const Original = workerThreads.BroadcastChannel
  const refusing = new Proxy(Original, {
    construct: (target, args, newTarget) => {
      current()?.escape('BroadcastChannel')
      return Reflect.construct(target, args, newTarget) as object
    },
  })
  return [replaceValue(workerThreads, 'BroadcastChannel', refusing), replaceValue(globalThis, 'BroadcastChannel', refusing)]
}

/** Node's loader waits so for the thread of registered hooks (those of tsx are some), which answers in whatever turn it likes. */
const waiting = (): Undo[] => {
  if (typeof Reflect.get(Atomics, 'waitAsync') !== 'function') return []
  const replacement = (original: Callable): Callable =>
    function (...args) {
      current()?.escape(isImporting() ? 'import() by way of registered hooks' : 'Atomics.waitAsync')
      return Reflect.apply(original, this, args)
    }
  return [replaceMethod(Atomics, 'waitAsync', replacement)]
}

/** Newer Nodes only. */
const locks = (): Undo[] => {
  const { navigator } = globalThis as { navigator?: { locks?: object } }
  const manager = navigator?.locks
  return manager === undefined ? [] : refuse(Object.getPrototypeOf(manager) as object, 'request', 'navigator.locks.request')
}

/** Returns the undo. */
export const refuseNative = (): Undo => undoAll([...queries(), ...broadcast(), ...waiting(), ...locks()])
