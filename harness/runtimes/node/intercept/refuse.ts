// What cannot be simulated and what no choice reaches: refused by name inside an execution (or let through and marked).
import childProcess from 'node:child_process'
import cluster from 'node:cluster'
import dgram from 'node:dgram'
import http2 from 'node:http2'
import tls from 'node:tls'
import workerThreads from 'node:worker_threads'
import { current } from '../kernel/current.js'
import type { Install } from '../kernel/types.js'
import { escaping } from './escaping.js'
import { type Callable, replaceMethod, replaceValue, type Undo, undoAll } from './replace.js'

/** Encryption needs native streams below it, datagrams and HTTP/2 sessions too; threads run beside the execution. */
const FUNCTIONS: readonly (readonly [object, string, readonly string[]])[] = [
  [tls, 'tls', ['connect']],
  [dgram, 'dgram', ['createSocket']],
  [http2, 'http2', ['connect', 'createServer', 'createSecureServer', 'performServerHandshake']],
  [cluster, 'cluster', ['fork']],
  [childProcess, 'child_process', ['exec', 'execFile', 'fork', 'execSync', 'execFileSync', 'spawnSync']],
]

const CLASSES: readonly (readonly [object, string, string])[] = [
  [tls, 'tls', 'TLSSocket'],
  [dgram, 'dgram', 'Socket'],
  [workerThreads, 'worker_threads', 'Worker'],
]

/**
 * `tls.connect`, `dgram.createSocket`, `http2.connect`, `new Worker` and the others above raise `REAL_IO_ESCAPED` with their name
 * inside an execution (so does `https`, which calls `tls.connect`). With `native: 'allow'` they are let through and marked.
 */
export const installRefusals: Install = () =>
  undoAll([
    ...FUNCTIONS.flatMap(([target, module, names]) => names.flatMap((name) => refuseFunction(target, name, `${module}.${name}`))),
    ...CLASSES.map(([target, module, name]) => refuseClass(target, name, `${module}.${name}`)),
  ])

/** Some are there in newer Nodes only. */
const refuseFunction = (target: object, name: string, as: string): Undo[] =>
  typeof Reflect.get(target, name) === 'function' ? [replaceMethod(target, name, escaping(as))] : []

/** A class stays one: `new`, `extends` and `instanceof` work as before. */
const refuseClass = (target: object, key: string, name: string): Undo => {
  const original = Reflect.get(target, key) as new (...args: unknown[]) => object
  const refusing = new Proxy(original, {
    construct(of, args, newTarget) {
      current()?.escape(name)
      return Reflect.construct(of, args, newTarget) as object
    },
    apply(of, self, args) {
      current()?.escape(name)
      return Reflect.apply(of as unknown as Callable, self, args)
    },
  })
  return replaceValue(target, key, refusing)
}
