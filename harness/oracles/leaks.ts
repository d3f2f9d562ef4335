// What the subject left open although everybody was done: timers, sockets, servers, processes, files.
import type { Leftover } from '../core/execution.js'
import { DISPATCHER, isNotDispatcher } from '../core/history.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { listedUpTo, shortened } from './sentence.js'

export type LeakKind = Exclude<Leftover['kind'], 'error' | 'rejection'>

export interface NoLeaksOptions {
  /** Kinds that may stay open, or a predicate that says of each leftover whether it may. Default: none. */
  readonly allow?: readonly LeakKind[] | ((leftover: Leftover) => boolean)
  /**
   * Also count what would not keep a bare process alive: unreferenced timers, immediates and sockets (the idle connections of
   * `fetch` and of agents are such), and daemon threads of Python. Default false.
   */
  readonly unreferenced?: boolean
}

/** In the order in which a report leads with them: what costs most first. */
const KINDS: readonly LeakKind[] = [
  'process',
  'server',
  'port',
  'socket',
  'file',
  'timer',
  'immediate',
  'task',
  'caller',
  'ambient',
]
const NAMES: Readonly<Record<LeakKind, readonly [one: string, many: string]>> = {
  process: ['process', 'processes'],
  server: ['server', 'servers'],
  port: ['port', 'ports'],
  socket: ['socket', 'sockets'],
  file: ['file', 'files'],
  timer: ['timer', 'timers'],
  immediate: ['immediate', 'immediates'],
  task: ['task', 'tasks'],
  caller: ['call', 'calls'],
  ambient: ['change of the environment', 'changes of the environment'],
}
const MAY_BE_UNREFERENCED: ReadonlySet<string> = new Set<LeakKind>(['timer', 'immediate', 'socket', 'task'])

const LEAKS = 'leaks'
const PASS: Verdict = { oracle: LEAKS, outcome: 'pass', message: 'nothing was left open' }
const GIVEN_UP: Verdict = {
  oracle: LEAKS,
  outcome: 'pass',
  message: 'not judged: a call was given up, and still waits inside the subject',
}
const UNFINISHED: Verdict = {
  oracle: LEAKS,
  outcome: 'pass',
  message: 'not judged: the execution was cut short, so nobody closed anything',
}

/**
 * Judges what is still open after every caller has settled and the subject was closed; what a dispatcher keeps open is not the
 * subject's. One verdict for each kind, which is its symptom. Not judged is an execution that did not complete, and one in which a
 * call was given up (`info`): there the subject was closed, or never was, while somebody still waited inside it.
 */
export const noLeaks = ({ allow = [], unreferenced = false }: NoLeaksOptions = {}): Oracle => {
  const isAllowed = typeof allow === 'function' ? allow : ({ kind }: Leftover) => (allow as readonly string[]).includes(kind)
  const isLeak = (leftover: Leftover): boolean =>
    isOfSubject(leftover) &&
    (leftover.referenced || unreferenced || !MAY_BE_UNREFERENCED.has(leftover.kind)) &&
    leftover.kind !== 'error' &&
    leftover.kind !== 'rejection' &&
    !isAllowed(leftover)
  return {
    name: LEAKS,
    judge: ({ leftovers, end, history }) => {
      if (leftovers.length === 0) return PASS
      if (end.kind !== 'completed') return UNFINISHED
      const leaks = leftovers.filter(isLeak)
      if (leaks.length === 0) return PASS
      if (history.some(({ type, actor }) => type === 'info' && isNotDispatcher(actor))) return GIVEN_UP
      return KINDS.flatMap((kind) =>
        verdictOn(
          kind,
          leaks.filter((leftover) => leftover.kind === kind),
        ),
      )
    },
  }
}

export const isOfSubject = ({ actor }: Leftover): boolean => actor !== DISPATCHER && !actor.startsWith(`${DISPATCHER}/`)

const verdictOn = (kind: LeakKind, leaks: readonly Leftover[]): Verdict[] => {
  if (leaks.length === 0) return []
  const [one, many] = NAMES[kind]
  const name = leaks.length === 1 ? one : `${leaks.length} ${many}`
  return [{ oracle: LEAKS, outcome: 'fail', symptom: kind, message: `${name} left open: ${listedUpTo(3, leaks.map(described))}` }]
}

const described = ({ kind, what, actor }: Leftover): string => {
  const text = shortened(what.startsWith(`${kind} `) ? what.slice(kind.length + 1) : what)
  return actor === '' ? text : `${text} (${actor})`
}
