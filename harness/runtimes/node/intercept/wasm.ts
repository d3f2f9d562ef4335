// WebAssembly compiles on V8's own threads, which no choice reaches: inside an execution it compiles at once (undici needs it).
import { current } from '../kernel/current.js'
import { notePending } from '../kernel/outside.js'
import type { Install } from '../kernel/types.js'
import { escaping } from './escaping.js'
import { type Callable, replaceMethod, undoAll } from './replace.js'

/** What is used of the global; Node's types know only its namespace. */
interface Wasm {
  readonly Module: new (bytes: unknown) => object
  readonly Instance: new (module: object, imports: unknown) => object
}
const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly

export const installWasm: Install = () =>
  undoAll([
    replaceMethod(wasm, 'compile', compiling),
    replaceMethod(wasm, 'instantiate', instantiating),
    ...['compileStreaming', 'instantiateStreaming']
      .filter((name) => name in wasm)
      .map((name) => replaceMethod(wasm, name, escaping(`WebAssembly.${name}`))),
  ])

/** A promise of `work`, done at once. Errors tell the name of what the caller called. */
const attempt = async (name: string, work: () => unknown): Promise<unknown> => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error)
      error.message = error.message.replace(/WebAssembly\.(Module|Instance)\(\)/, `WebAssembly.${name}()`)
    throw error
  }
}

/** An execution that begins meanwhile waits for it: undici compiles its parser when it is loaded, and uses it when it connects. */
const outside = (compiled: unknown): unknown => notePending(compiled as Promise<unknown>)

const compiling = (original: Callable): Callable =>
  function (...args) {
    if (current() === null) return outside(Reflect.apply(original, this, args))
    return attempt('compile', () => new wasm.Module(args[0]))
  }

const instantiating = (original: Callable): Callable =>
  function (...args) {
    if (current() === null) return outside(Reflect.apply(original, this, args))
    const [source, imports] = args
    return attempt('instantiate', () => {
      if (source instanceof wasm.Module) return new wasm.Instance(source, imports)
      const module = new wasm.Module(source)
      return { module, instance: new wasm.Instance(module, imports) }
    })
  }
