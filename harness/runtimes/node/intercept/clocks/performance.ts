// performance.now, timeOrigin, mark and measure: the clock of the execution that runs, and no entries of an earlier one.
import { PerformanceObserver } from 'node:perf_hooks'
import { current } from '../../kernel/current.js'
import type { Install, Kernel } from '../../kernel/types.js'
import { escaping } from '../escaping.js'
import { type Callable, replaceGetter, replaceMethod, undoAll } from '../replace.js'
import { monotonicMs, PROCESS_AGE_MS } from './clock.js'

export const installPerformance: Install = () => {
  const prototype = Object.getPrototypeOf(performance) as object
  const entries = ['getEntries', 'getEntriesByName', 'getEntriesByType'].map((name) => replaceMethod(prototype, name, reading))
  return undoAll([
    replaceMethod(prototype, 'now', now),
    replaceGetter(prototype, 'timeOrigin', timeOrigin),
    replaceMethod(prototype, 'mark', marking),
    replaceMethod(prototype, 'measure', measuring),
    ...entries,
    // Entries reach an observer by a real turn of the loop.
    replaceMethod(PerformanceObserver.prototype, 'observe', escaping('PerformanceObserver')),
  ])
}

const now = (original: Callable): Callable =>
  function () {
    const kernel = current()
    return kernel === null ? Reflect.apply(original, this, []) : monotonicMs(kernel)
  }

const timeOrigin = (original: () => unknown) =>
  function (this: unknown) {
    const kernel = current()
    return kernel === null ? Reflect.apply(original, this, []) : kernel.epochMs - PROCESS_AGE_MS
  }

/** Names of the marks and measures that an execution has made. Node keeps entries for the whole process. */
const made = { by: null as Kernel | null, marks: new Set<string>(), measures: new Set<string>() }

/** Clears what an earlier execution has left. */
const startAfresh = (kernel: Kernel): void => {
  if (made.by === kernel) return
  for (const name of made.marks) performance.clearMarks(name)
  for (const name of made.measures) performance.clearMeasures(name)
  made.by = kernel
  made.marks.clear()
  made.measures.clear()
}

const marking = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    if (kernel === null || args.length === 0) return Reflect.apply(original, this, args)
    startAfresh(kernel)
    const [name, options] = args as [unknown, object?]
    made.marks.add(String(name))
    return Reflect.apply(original, this, [name, { startTime: monotonicMs(kernel), ...options }])
  }

const measuring = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    if (kernel === null || args.length === 0) return Reflect.apply(original, this, args)
    startAfresh(kernel)
    made.measures.add(String(args[0]))
    return Reflect.apply(original, this, measureArguments(args, monotonicMs(kernel)))
  }

/** `measure(name)`, `measure(name, start)` and options without an end run until now. */
const measureArguments = (args: readonly unknown[], end: number): readonly unknown[] => {
  const [name, start, endMark] = args
  if (endMark !== undefined) return args
  if (typeof start !== 'object' || start === null) return [name, { start: start ?? 0, end }]
  const options = start as { end?: unknown; duration?: unknown }
  return options.end === undefined && options.duration === undefined ? [name, { ...options, end }] : args
}

const reading = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    if (kernel !== null) startAfresh(kernel)
    return Reflect.apply(original, this, args)
  }
