// The wrappers themselves: outside of an execution the real call; inside, an asynchronous call becomes a pool operation.
import { AsyncResource } from 'node:async_hooks'
import type { Access } from '../../../../core/choice.js'
import { isHousekeeping } from '../../files/housekeeping.js'
import { current } from '../../kernel/current.js'
import { phrase } from '../../kernel/phrase.js'
import type { Kernel } from '../../kernel/types.js'
import { markControlled } from '../controlled.js'
import { isLoaderCall } from '../imports.js'
import type { FsBinding, Native, Request } from './binding.js'
import { OPERATIONS, type Operation } from './operations.js'
import { absolute, accessOf, accessOfFd, isAbove, isInside, labelOf, labelOfFd } from './paths.js'
import { opensByChanging, refuseWriteOutside } from './refusals.js'
import { shadowOf } from './shadow.js'
import { makeTemporary } from './temporary.js'
import { TRACKS } from './track.js'
import { TWINS } from './twins.js'

/** Classes and tables, and what the loader alone calls. */
const LEFT_ALONE = /^[A-Z]|^k[A-Z]|^internal|Values$|^legacyMainResolve$|^getFormatOf/

/** Replaces the functions below `fs`; returns the undo. */
export const controlBinding = (binding: FsBinding): (() => void) => {
  const { functions } = binding
  const originals = Object.entries(functions).filter(([name, value]) => typeof value === 'function' && !LEFT_ALONE.test(name))
  for (const [name, native] of originals) functions[name] = wrapped(binding, name, native)
  return () => {
    for (const [name, native] of originals) functions[name] = native
  }
}

const wrapped = (binding: FsBinding, name: string, native: Native): Native => {
  const operation = OPERATIONS[name]
  const twin = (TWINS[name] ?? (name === 'readdirRecursive' ? native : undefined)) as Native | undefined
  const asynchronous = operation === undefined || twin === undefined ? null : controlled(operation, twin)
  const synchronous = name === 'mkdtemp' ? makeTemporary : tracked(name, native)
  return (...args) => {
    const kernel = current()
    if (kernel === null || isHousekeeping()) return native(...args)
    const at = requestIn(args, binding)
    if (at < 0) return synchronous(kernel, args)
    if (operation?.takes === 'fd' && !isFd(args[0])) return native(...args)
    if (asynchronous !== null) return asynchronous(kernel, args, at)
    kernel.escape(`fs.${name}`)
    return native(...args)
  }
}

/** Where a call says how it wants to be answered; -1: at once. */
const requestIn = (args: readonly unknown[], { usePromises, isRequest }: FsBinding): number => {
  for (let at = args.length - 1; at >= 0; at--) if (args[at] === usePromises || isRequest(args[at])) return at
  return -1
}

/** All else is refused by the real call, before it starts anything. */
const isFd = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0x7fffffff

const tracked = (name: string, native: Native): ((kernel: Kernel, args: unknown[]) => unknown) => {
  const track = TRACKS[name]
  if (track === undefined) return (_kernel, args) => native(...args)
  return (kernel, args) => {
    const change = track(kernel, args)
    const result = native(...args)
    if (change !== null && !hasFailed(args)) change(result)
    return result
  }
}

/** Node 20 reports some failures of synchronous calls in an object that it hands down as the last argument. */
const hasFailed = (args: readonly unknown[]): boolean => {
  const last = args[args.length - 1]
  return typeof last === 'object' && last !== null && (last as { errno?: number }).errno !== undefined
}

type Controlled = (kernel: Kernel, args: unknown[], at: number) => unknown

const controlled =
  (operation: Operation, twin: Native): Controlled =>
  (kernel, args, at) => {
    const request = args[at]
    args.splice(at, 1)
    const outcome = outcomeOf(() => twin(...args))
    if (isLoaders(kernel, operation, args) || isOnTheWay(operation, args)) return atOnce(kernel, outcome, [request, operation])
    refuseWriteOutside(kernel, operation, args)
    const { what, access } = describe(kernel, operation, args)
    if (typeof request === 'object') {
      markControlled(request as object)
      const scope = new AsyncResource('crosswire.fs')
      kernel.poolOperation(what, access, outcome.effect, () => outcome.complete(request as Request), scope)
      return undefined
    }
    return new Promise((resolve, reject) => {
      kernel.poolOperation(what, access, outcome.effect, () => outcome.settle(resolve, reject))
    })
  }

interface Outcome {
  effect(): void
  complete(request: Request): void
  settle(resolve: (value: unknown) => void, reject: (error: unknown) => void): void
  value(): unknown
}

/** Runs the twin once and keeps what came of it until it is delivered. */
const outcomeOf = (twin: () => unknown): Outcome => {
  const came: { value: unknown; failure: Error | null } = { value: undefined, failure: null }
  const effect = () => {
    try {
      came.value = twin()
    } catch (error) {
      came.failure = error as Error
      // Where the effect happened is nobody's business: a real completion has no frames either.
      came.failure.stack = `${came.failure.name}: ${came.failure.message}`
    }
  }
  return {
    effect,
    complete: (request) => {
      if (came.failure !== null) request.oncomplete?.(came.failure)
      else if (came.value === undefined) request.oncomplete?.(null)
      else request.oncomplete?.(null, came.value)
    },
    settle: (resolve, reject) => (came.failure === null ? resolve(came.value) : reject(came.failure)),
    value: () => came.value,
  }
}

/** What a module loader does outside of the execution's directory is no operation of the subject. */
const isLoaders = (kernel: Kernel, { takes }: Operation, args: readonly unknown[]): boolean => {
  if (takes === 'fd') return shadowOf(kernel).open.get(args[0] as number)?.loader === true
  return !isInside(kernel, absolute(takes === 'link' ? args[1] : args[0])) && isLoaderCall()
}

/** `fs.realpath` looks at each part of a path: at those that lead to the execution's directory it does so without a task. */
const isOnTheWay = ({ name }: Operation, [path]: readonly unknown[]): boolean => name === 'fs.lstat' && isAbove(absolute(path))

/** Without a task: a module that is loaded inside an execution does not change which tasks there are. */
const atOnce = (kernel: Kernel, outcome: Outcome, [request, { verb }]: [unknown, Operation]): Promise<unknown> | undefined => {
  outcome.effect()
  if (verb === 'open') markLoaders(kernel, outcome.value())
  if (typeof request !== 'object') return new Promise((resolve, reject) => outcome.settle(resolve, reject))
  markControlled(request as object)
  process.nextTick(() => outcome.complete(request as Request))
  return undefined
}

/** `opened`: what an open gave, a number or a handle. */
const markLoaders = (kernel: Kernel, opened: unknown): void => {
  const fd = typeof opened === 'object' && opened !== null && 'fd' in opened ? opened.fd : opened
  const file = shadowOf(kernel).open.get(fd as number)
  if (file === undefined) return
  file.loader = true
  file.held?.remove()
}

const describe = (kernel: Kernel, operation: Operation, args: readonly unknown[]): { what: string; access: Access | null } => {
  const shadow = shadowOf(kernel)
  const { verb, name, takes, writes, wide } = operation
  if (takes === 'fd') {
    const fd = args[0] as number
    return { what: phrase(name, labelOfFd(shadow, fd)), access: accessOfFd(shadow, shadow.open.get(fd), writes) }
  }
  const path = absolute(takes === 'path' ? args[0] : args[1])
  isInside(kernel, path)
  const access = wide ? null : accessOf(shadow, path, writes || (verb === 'open' && opensByChanging(args[1])))
  return { what: phrase(name, labelOf(shadow, path)), access }
}
