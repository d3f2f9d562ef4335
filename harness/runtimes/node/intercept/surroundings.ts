// process.env and the working directory inside an execution: what it changes is remembered, told as a leftover, and put back.
//
// A change that each execution makes anew would otherwise be seen in none but the first, which nobody compares with anything.
import { isMainThread } from 'node:worker_threads'
import { HarnessError } from '../../../core/errors.js'
import type { Leftover } from '../../../core/execution.js'
import { MAIN } from '../../../core/history.js'
import { current } from '../kernel/current.js'
import type { Install } from '../kernel/types.js'
import { type Callable, replaceMethod, replaceValue, undoAll } from './replace.js'

interface Changes {
  /** What each variable was before. */
  readonly env: Map<string, string | undefined>
  cwd: string | null
}

/** Of the execution that runs: there is one at a time. */
let changes: Changes | null = null
const noted = (): Changes => (changes ??= { env: new Map(), cwd: null })

export const installSurroundings: Install = () =>
  undoAll([replaceValue(process, 'env', watched(process.env)), replaceMethod(process, 'chdir', changing)])

const watched = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  new Proxy(env, {
    set(target, name, value) {
      note(target, name)
      return Reflect.set(target, name, value)
    },
    deleteProperty(target, name) {
      note(target, name)
      return Reflect.deleteProperty(target, name)
    },
    defineProperty(target, name, descriptor) {
      note(target, name)
      return Reflect.defineProperty(target, name, descriptor)
    },
  })

const note = (env: NodeJS.ProcessEnv, name: string | symbol): void => {
  if (typeof name !== 'string' || current() === null) return
  const { env: before } = noted()
  if (!before.has(name)) before.set(name, env[name])
}

const changing = (original: Callable): Callable =>
  function (...args) {
    const kernel = current()
    if (kernel !== null && !isMainThread) throw kernel.refuse(notInThread())
    if (kernel !== null) noted().cwd ??= workingDirectory()
    return Reflect.apply(original, this, args)
  }

/** There Node throws, whatever the subject makes of it: nothing of it would be a finding, and nothing that a process has shown is denied. */
const notInThread = (): HarnessError =>
  new HarnessError('NOT_IN_A_THREAD', 'process.chdir is for the main thread alone', {
    usually: "a race in vitest's pool of threads, or with isolate: 'worker'",
    remedy: 'run it in the pool `forks` and without isolate, or give the subject its directory as an argument: world.dir()',
  })

const NONE: readonly Leftover[] = []

/** What is still changed at the end of an execution; afterwards it is as it was before. */
export const restoreSurroundings = (): readonly Leftover[] => {
  if (changes === null) return NONE
  const { env, cwd } = changes
  changes = null
  const changed = [...env].filter(([name, before]) => process.env[name] !== before)
  for (const [name, before] of changed) {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
  const what = changed.map(([name]) => `environment variable ${name}`)
  if (cwd !== null && workingDirectory() !== cwd) {
    process.chdir(cwd)
    what.push('working directory')
  }
  // What puts it back is no change.
  changes = null
  return what.map((each) => ({ kind: 'ambient', what: each, actor: MAIN, referenced: true }))
}

/** `null` where the subject has removed it. */
const workingDirectory = (): string | null => {
  try {
    return process.cwd()
  } catch {
    return null
  }
}
