// A thread that does what has no synchronous form, while this one stands still: for the execution it took no time at all.
import workerThreads from 'node:worker_threads'
import { current, setCurrent } from '../../kernel/current.js'

// Captured, because an execution replaces them.
const { MessageChannel, Worker, receiveMessageOnPort } = workerThreads

interface Refusal {
  readonly name: string
  readonly message: string
  readonly code: unknown
  readonly dom: boolean
}
type Answer = { readonly value: unknown } | { readonly refusal: Refusal }

/** Far more than any key takes; only a thread that died is silent for so long. */
const PATIENCE_MS = 120_000

const SCRIPT = `
const { workerData: { port, flag } } = require('node:worker_threads')
const { subtle } = require('node:crypto').webcrypto
const answer = (message) => {
  port.postMessage(message)
  Atomics.add(flag, 0, 1)
  Atomics.notify(flag, 0)
}
port.on('message', ({ name, args }) => {
  let promise
  try { promise = subtle[name](...args) } catch (error) { promise = Promise.reject(error) }
  promise.then(
    (value) => answer({ value }),
    ({ name, message, code, constructor }) => answer({ refusal: { name, message, code, dom: constructor === DOMException } }),
  )
})
`

interface Thread {
  ask(name: string, args: readonly unknown[]): Answer
}

let thread: Thread | null = null

const start = (): Thread => {
  const { port1, port2 } = new MessageChannel()
  const flag = new Int32Array(new SharedArrayBuffer(4))
  // Neither what was preloaded here nor the environment matters there.
  const worker = new Worker(SCRIPT, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: { port: port2, flag },
    transferList: [port2],
  })
  worker.unref()
  port1.unref()
  return {
    ask: (name, args) => {
      const before = Atomics.load(flag, 0)
      port1.postMessage({ name, args })
      Atomics.wait(flag, 0, before, PATIENCE_MS)
      const received = receiveMessageOnPort(port1)
      if (received === undefined) throw new Error(`the helper thread gave no answer to subtle.${name}`)
      return received.message as Answer
    },
  }
}

/** Started while no execution is current: it is the harness's, nobody's resource. */
const theThread = (): Thread => {
  if (thread !== null) return thread
  const kernel = current()
  setCurrent(null)
  try {
    thread = start()
  } finally {
    setCurrent(kernel)
  }
  return thread
}

/**
 * What `crypto.subtle[name](...args)` resolves with; throws what it rejects with. Blocks until it is known.
 * Throws a `DataCloneError` where the arguments cannot be handed to another thread.
 */
export const subtleNow = (name: string, args: readonly unknown[]): unknown => {
  const answer = theThread().ask(name, args)
  if ('value' in answer) return answer.value
  throw asError(answer.refusal)
}

const asError = ({ name, message, code, dom }: Refusal): Error => {
  if (dom) return new DOMException(message, name)
  const error = name === 'TypeError' ? new TypeError(message) : new Error(message)
  error.name = name
  return code === undefined ? error : Object.assign(error, { code })
}
