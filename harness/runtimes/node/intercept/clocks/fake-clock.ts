// Notices a fake clock around an execution: vi.useFakeTimers, sinon, node:test's mock timers, a mocked Date.
import timers from 'node:timers'
import { HarnessError } from '../../../../core/errors.js'
import { current, setCurrent } from '../../kernel/current.js'
import { real } from '../../kernel/real.js'
import type { Kernel } from '../../kernel/types.js'

/** What a fake clock replaces, as it was when the interceptions were in place. */
interface Clocks {
  readonly setTimeout: unknown
  readonly setInterval: unknown
  readonly setImmediate: unknown
  readonly timersSetTimeout: unknown
  readonly Date: unknown
  readonly dateNow: unknown
  readonly performanceNow: unknown
  readonly hrtime: unknown
}

const look = (): Clocks => ({
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  timersSetTimeout: timers.setTimeout,
  Date: globalThis.Date,
  dateNow: globalThis.Date.now,
  performanceNow: performance.now,
  hrtime: process.hrtime,
})

let ours: Clocks | null = null

/** Remembers the wrappers; the first call counts, once they are in place. */
export const rememberClocks = (): void => {
  ours ??= look()
}

export const forgetClocks = (): void => {
  ours = null
}

/** How to use each clock once; a wrapper that passes calls on (a tracer's) is harmless, a fake clock never comes through to us. */
const uses: Readonly<Record<keyof Clocks, () => void>> = {
  setTimeout: () => globalThis.clearTimeout(globalThis.setTimeout(nothing, 1)),
  setInterval: () => globalThis.clearInterval(globalThis.setInterval(nothing, 1)),
  setImmediate: () => globalThis.clearImmediate(globalThis.setImmediate(nothing)),
  timersSetTimeout: () => timers.clearTimeout(timers.setTimeout(nothing, 1)),
  Date: () => void new globalThis.Date(),
  dateNow: () => void globalThis.Date.now(),
  performanceNow: () => void performance.now(),
  hrtime: () => void process.hrtime(),
}

const nothing = (): void => {}

/**
 * Throws `FAKE_TIMERS_ACTIVE` where timers or clocks do not lead to the interceptions any more. Call it outside of any
 * execution, before each: a few comparisons as long as nothing has been replaced.
 */
export const assertNoFakeClock = (): void => {
  if (ours === null) return
  // Sinon and vitest mark theirs. What was faked before the interceptions came would be taken for real time.
  if ('clock' in real.setTimeout) throw fakeClock('setTimeout')
  const now = look()
  for (const name of Object.keys(uses) as (keyof Clocks)[]) {
    if (now[name] !== ours[name] && !putBack(name, now) && !leadsToUs(uses[name])) throw fakeClock(name)
  }
}

const GLOBALS = ['setTimeout', 'setInterval', 'setImmediate', 'Date'] as const

/** A mock of the host's that is over may leave what it found when the host was started: that was before us. */
const putBack = (name: keyof Clocks, now: Clocks): boolean => {
  const global = GLOBALS.find((known) => known === name)
  if (global === undefined || ours === null || now[global] !== real[global]) return false
  Object.defineProperty(globalThis, global, { value: ours[global] })
  return true
}

const leadsToUs = (use: () => void): boolean => {
  const before = current()
  const { kernel, reached } = probe()
  setCurrent(kernel)
  try {
    use()
  } finally {
    setCurrent(before)
  }
  return reached()
}

/** A kernel that only notices that it was asked. */
const probe = (): { kernel: Kernel; reached: () => boolean } => {
  let asked = false
  const notice = () => {
    asked = true
  }
  const kernel: Partial<Kernel> = {
    epochMs: 0,
    readClock() {
      notice()
      return 0
    },
    armTimer: notice,
    disarmTimer: notice,
    isArmed: () => false,
    setImmediate: () => {
      notice()
      return { cancel: notice, referenced: true }
    },
  }
  return { kernel: kernel as Kernel, reached: () => asked }
}

const fakeClock = (name: keyof Clocks): HarnessError =>
  new HarnessError('FAKE_TIMERS_ACTIVE', 'a fake clock is installed around an execution, which has a virtual clock of its own', {
    found: `${names[name]} has been replaced by something that does not pass calls on`,
    usually: 'vi.useFakeTimers(), vi.setSystemTime(), jest or sinon fake timers, or mock.timers of node:test',
    remedy: 'call vi.useRealTimers() (or restore the clock) before the race; time inside is virtual anyway',
  })

const names: Readonly<Record<keyof Clocks, string>> = {
  setTimeout: 'setTimeout',
  setInterval: 'setInterval',
  setImmediate: 'setImmediate',
  timersSetTimeout: "setTimeout of 'node:timers'",
  Date: 'Date',
  dateNow: 'Date.now',
  performanceNow: 'performance.now',
  hrtime: 'process.hrtime',
}
