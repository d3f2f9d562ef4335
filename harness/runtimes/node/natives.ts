// Watches native work by async hooks. Dear, so only where something is suspected: a would-be deadlock, or a recorded execution.
import { asyncWrapProviders, createHook } from 'node:async_hooks'
import { createDeflate } from 'node:zlib'
import { isControlled } from './intercept/controlled.js'
import { isImporting } from './intercept/imports.js'
import { current } from './kernel/current.js'
import { REAL_TIMERS } from './kernel/escapes.js'
import { placeIn } from './kernel/frames.js'
import { isWithout } from './without.js'

/** Objects of Node's that are native but wait for nobody, or belong to the host's own output. */
const HARMLESS = new Set(
  'NONE PROMISE ELDHISTOGRAM HTTPINCOMINGMESSAGE HTTPCLIENTREQUEST JSSTREAM SIGNALWRAP INSPECTORJSBINDING TTYWRAP PIPEWRAP WRITEWRAP SHUTDOWNWRAP BLOBREADER'.split(
    ' ',
  ),
)
/** Stay open while idle: they prove nothing when no turn of the loop wakes anything. */
const IDLE = new Set(['MESSAGEPORT', 'ZLIB', 'TCPWRAP', 'UDPWRAP', 'FILEHANDLE', 'DIRHANDLE', 'STATWATCHER', 'FSEVENTWRAP'])
/** With files under control, only the module loader makes these. */
const LOADER = new Set(['FSREQPROMISE', 'FSREQCALLBACK', 'FILEHANDLECLOSEREQ'])

export interface Native {
  readonly type: string
  readonly at: string
  readonly idle: boolean
  readonly loader: boolean
}

export interface NativeWatch {
  /** Nothing can be seen: what moves by itself is native work, whatever it is. */
  readonly blind: boolean
  /** Native work that was started inside an execution and has not ended. */
  outstanding(): readonly Native[]
  /** All that was met, ended or not. */
  readonly met: readonly Native[]
  stop(): void
}

/** An `import()` that has not settled: its loader may sit in a thread, where no native object of ours shows it. */
const IMPORT: Native = { type: 'import()', at: 'unknown place', idle: false, loader: true }

const BLIND: NativeWatch = { blind: true, outstanding: () => [], met: [], stop: () => {} }

let sees: boolean | null = null

/** Whether hooks see native objects here; found out once, by making one. */
export const seesNatives = (): boolean => (sees ??= !isWithout('natives') && seesOne())

const seesOne = (): boolean => {
  let seen = false
  const hook = createHook({ init: (_id, type) => void (seen ||= type in asyncWrapProviders) }).enable()
  createDeflate().close()
  hook.disable()
  return seen
}

/** `closely`: promises of the module loader are followed too, at the price of a short stack for every promise. */
export const watchNatives = (closely = false): NativeWatch => {
  if (!seesNatives()) return BLIND
  const importing = new Set<number>()
  const open = new Map<number, Native>()
  const met: Native[] = []
  // Whether an object's work is ours shows only once it is handed over, after this hook has seen it.
  const resources = new WeakMap<Native, object>()
  const isNative = (native: Native) => !isControlled(resources.get(native) as object)
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (closely && type === 'PROMISE' && current() !== null && isImporting()) importing.add(id)
      if (HARMLESS.has(type) || !(type in asyncWrapProviders || REAL_TIMERS.has(type)) || current() === null) return
      const { stack = '' } = new Error('where')
      if (REAL_TIMERS.has(type) && isNodesOwn(stack)) return
      const native = {
        type,
        at: placeIn(stack) ?? 'unknown place',
        idle: IDLE.has(type),
        loader: LOADER.has(type),
      }
      resources.set(native, resource)
      open.set(id, native)
      met.push(native)
    },
    after(id) {
      if (open.get(id)?.idle === false) open.delete(id)
    },
    destroy(id) {
      open.delete(id)
    },
    ...(closely ? { promiseResolve: (id: number) => void importing.delete(id) } : {}),
  })
  hook.enable()
  return {
    blind: false,
    outstanding: () => [...[...open.values()].filter(isNative), ...(importing.size > 0 ? [IMPORT] : [])],
    get met() {
      return met.filter(isNative)
    },
    stop: () => {
      hook.disable()
      // Node chooses how promises are tracked when a hook is enabled, not when one is disabled: without this, every promise of
      // every later execution would go on being tracked to its destruction, at twice the price.
      withoutDestroy.enable()
      withoutDestroy.disable()
    },
  }
}

/**
 * Whether a module of Node's has set a timer for itself (the age of a cached date, the rounds of an http server), for which nobody
 * waits: then it is the one that called `setTimeout`.
 */
const isNodesOwn = (stack: string): boolean => {
  const lines = stack.split('\n')
  const isTimers = (line: string) => /node:(internal\/)?timers:/.test(line)
  const caller = lines.slice(lines.findIndex(isTimers)).find((line) => !isTimers(line))
  return caller?.includes('node:') ?? true
}

const withoutDestroy = createHook({ init() {} })
