// What a subject holds open in the real world, and what will still happen by itself: seen by async hooks, with the actor behind it.
import { asyncWrapProviders, createHook } from 'node:async_hooks'
import type { Leftover } from '../../core/execution.js'
import { closeHandle, type Handle, isAlive, kindOf, nameOf, portsOf } from './handles.js'

/** A timer that is armed. */
export interface ArmedTimer {
  readonly ms: number
  readonly referenced: boolean
  readonly periodic: boolean
  /** Real ms until it fires, at the earliest. */
  readonly leftMs: number
}

export interface Resources {
  /** What is open now. A timer of Node's own is nobody's. */
  leftovers(): Leftover[]
  timers(): ArmedTimer[]
  /** Native work that will end by itself: file operations, name look-ups, programs. */
  working(): string[]
  /** Connections whose other end is neither at `port` nor in this process. `pipes`: unix sockets lead to somebody known. */
  strangers(known: { readonly port: number | null; readonly pipes: boolean }): string[]
  /** Closes, ends and calls off whatever is open. */
  destroyAll(): void
  stop(): void
}

export interface ResourcesOptions {
  /** The actor that runs now. */
  readonly actor: () => string
  /** Whether what this actor does is the harness's own affair. */
  readonly isOwn: (actor: string) => boolean
  /** Told of each timer that the subject arms, with its ms. */
  readonly onTimer?: (ms: number) => void
}

interface Tracked {
  readonly type: string
  readonly resource: Handle
  readonly actor: string
  /** Node's own modules arm timers that nobody waits for: the age of a cached date, the rounds of an http server. */
  readonly ofNode: boolean
  /** Native work whose callback has run. */
  done: boolean
}

/** Open without doing anything until somebody else does, or until they are collected. */
const PASSIVE = new Set(
  'TCPWRAP TCPSERVERWRAP PIPEWRAP PIPESERVERWRAP UDPWRAP TTYWRAP MESSAGEPORT SIGNALWRAP FSEVENTWRAP STATWATCHER FILEHANDLE DIRHANDLE ZLIB TLSWRAP JSSTREAM HTTPINCOMINGMESSAGE HTTPCLIENTREQUEST ELDHISTOGRAM DNSCHANNEL INSPECTORJSBINDING WRITEWRAP SHUTDOWNWRAP BLOBREADER PROMISE NONE'.split(
    ' ',
  ),
)
/** A callback of theirs is not their last. */
const LASTING = new Set([...PASSIVE, 'PROCESSWRAP', 'WORKER'])
const TIMER = 'Timeout'
const IMMEDIATE = 'Immediate'

/** Sees what is made from now on. */
export const trackResources = ({ actor, isOwn, onTimer = () => {} }: ResourcesOptions): Resources => {
  const open = new Map<number, Tracked>()
  const hook = createHook({
    init(id, type, trigger, resource) {
      if (type === 'PROMISE' || !(type in asyncWrapProviders || type === TIMER || type === IMMEDIATE)) return
      const ofNode = type === TIMER && isNodesOwn(new Error('where').stack ?? '')
      // A connection that is accepted comes from the outside: it belongs to whoever listens.
      const listener = type.endsWith('WRAP') ? open.get(trigger) : undefined
      const by = listener?.type.endsWith('SERVERWRAP') === true ? listener.actor : actor()
      const tracked = { type, resource: resource as Handle, actor: by, ofNode, done: false }
      open.set(id, tracked)
      if (type === TIMER && !isOwn(by)) onTimer(tracked.resource._idleTimeout ?? 0)
    },
    after(id) {
      const tracked = open.get(id)
      if (tracked !== undefined) tracked.done = tracked.type in asyncWrapProviders && !LASTING.has(tracked.type)
    },
    destroy(id) {
      open.delete(id)
    },
  })
  hook.enable()
  const all = (): Tracked[] => [...open.values()].filter((one) => !isOwn(one.actor))
  return {
    leftovers: () => all().flatMap(leftoverOf),
    timers: () => {
      const nowMs = loopNowMs()
      return all().flatMap((one) =>
        one.type === TIMER && !one.ofNode && isAlive(TIMER, one.resource) ? armed(one.resource, nowMs) : [],
      )
    },
    working: () =>
      all().flatMap(({ type, done, resource }) =>
        type in asyncWrapProviders && !PASSIVE.has(type) && !done && !isDoneAtOnce(type, resource) && isAlive(type, resource)
          ? [type]
          : [],
      ),
    strangers({ port, pipes }) {
      const alive = all().filter(({ type, resource }) => isAlive(type, resource))
      const known = alive.flatMap(({ type, resource }) => (type === 'TCPSERVERWRAP' ? portsOf(resource) : [])).concat(port ?? [])
      const knowsPipes = pipes || alive.some(({ type }) => type === 'PIPESERVERWRAP')
      const isStrange = ({ type, resource }: Tracked): boolean =>
        (type === 'PIPEWRAP' && !knowsPipes) ||
        type === 'UDPWRAP' ||
        (type === 'TCPWRAP' && !portsOf(resource).some((each) => known.includes(each)))
      return alive.filter(isStrange).map(({ type, resource }) => nameOf(type, resource))
    },
    destroyAll: () => {
      for (const { type, resource } of all().reverse()) closeHandle(type, resource)
    },
    stop: () => void hook.disable(),
  }
}

/** Random bytes that are had at once come from a job too, of which nobody is told: it stays until it is collected. */
const isDoneAtOnce = (type: string, { ondone }: Handle): boolean => type === 'RANDOMBYTESREQUEST' && ondone === undefined

const leftoverOf = ({ type, resource, actor, ofNode, done }: Tracked): Leftover[] => {
  const kind = kindOf(type)
  if (kind === null || done || ofNode || !isAlive(type, resource)) return []
  return [{ kind, what: nameOf(type, resource), actor, referenced: resource.hasRef?.() ?? true }]
}

const armed = (timer: Handle, nowMs: number): ArmedTimer => {
  const ms = timer._idleTimeout ?? 0
  return {
    ms,
    referenced: timer.hasRef?.() ?? true,
    periodic: timer._repeat != null,
    leftMs: Math.max(0, ms - (nowMs - (timer._idleStart ?? nowMs))),
  }
}

/** The clock by which Node's timers go: only a timer tells it. */
const loopNowMs = (): number => {
  const probe = setTimeout(() => {}, 1)
  clearTimeout(probe)
  return (probe as unknown as Handle)._idleStart ?? 0
}

const isNodesOwn = (stack: string): boolean => {
  const lines = stack.split('\n')
  const isTimers = (line: string): boolean => /node:(internal\/)?timers/.test(line)
  const first = lines.findIndex(isTimers)
  const caller = first < 0 ? undefined : lines.slice(first).find((line) => !isTimers(line))
  return caller?.includes('node:') ?? true
}
