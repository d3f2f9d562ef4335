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

const NAMES = Object.keys(uses) as readonly (keyof Clocks)[]

type Replaced = keyof Clocks | (typeof MARKED)[number][0]

/** Throws `FAKE_TIMERS_ACTIVE` where a fake clock was there first: it would be taken for the real one. */
export const assertRealClock = (): void => {
  const fake = CAPTURED.find((name) => isMarked(real[name]))
  if (fake !== undefined) throw fakedBefore(fake)
}

/**
 * Throws `FAKE_TIMERS_ACTIVE` where timers or clocks do not lead to the interceptions any more. Call it outside of any
 * execution, before each: a few comparisons as long as nothing has been replaced.
 */
export const assertNoFakeClock = (): void => {
  if (ours === null) return
  const fake = replaced().find((name) => !putBack(name) && !leadsToUs(uses[name]))
  if (fake !== undefined) throw fakeClock(fake)
  const marked = MARKED.find(([, read]) => isMarked(read()))
  if (marked !== undefined) throw fakeClock(marked[0])
}

/**
 * What an execution has done to the clocks and not undone, or undone so that they lead past the interceptions: then it was not under
 * control. Call it in the execution, before it is judged.
 */
export const fakeClockInside = (): HarnessError | null => {
  if (ours === null) return null
  // What vitest puts back is what it found before crosswire was there: whatever ran from then on was in real time.
  const fake =
    replaced().find((name) => putBack(name) || !leadsToUs(uses[name])) ?? MARKED.find(([, read]) => isMarked(read()))?.[0]
  return fake === undefined ? null : fakedInside(fake)
}

const NONE: readonly (keyof Clocks)[] = []

const replaced = (): readonly (keyof Clocks)[] => {
  if (ours !== null && areInPlace(ours)) return NONE
  const now = look()
  return NAMES.filter((name) => now[name] !== ours?.[name])
}

/** Looked at twice in each execution, so it makes nothing. */
const areInPlace = (clocks: Clocks): boolean =>
  globalThis.setTimeout === clocks.setTimeout &&
  globalThis.setInterval === clocks.setInterval &&
  globalThis.setImmediate === clocks.setImmediate &&
  timers.setTimeout === clocks.timersSetTimeout &&
  globalThis.Date === clocks.Date &&
  globalThis.Date.now === clocks.dateNow &&
  performance.now === clocks.performanceNow &&
  process.hrtime === clocks.hrtime

/** Nothing of ours stands behind these, so that only a fake's own mark tells it. */
const MARKED = [
  ['process.nextTick', () => process.nextTick],
  ['queueMicrotask', () => globalThis.queueMicrotask],
] as const

const CAPTURED = ['setTimeout', 'setInterval', 'setImmediate', 'Date'] as const

/** Sinon, vitest and jest leave a clock on what they fake; node:test binds private methods, and has a symbol on its Date. */
const isMarked = (fn: object & { readonly name?: string }): boolean =>
  'clock' in fn ||
  fn.name?.startsWith('bound #') === true ||
  Object.getOwnPropertySymbols(fn).some(({ description }) => description === 'MockTimers')

/** A mock of the host's that is over may leave what it found when the host was started: that was before us. */
const putBack = (name: keyof Clocks): boolean => {
  const global = CAPTURED.find((known) => known === name)
  if (global === undefined || ours === null || globalThis[global] !== real[global]) return false
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

const USUALLY = 'vi.useFakeTimers(), vi.setSystemTime(), jest or sinon fake timers, or mock.timers of node:test'

const fakeClock = (name: Replaced): HarnessError =>
  new HarnessError('FAKE_TIMERS_ACTIVE', 'a fake clock is installed around an execution, which has a virtual clock of its own', {
    found: `${names[name]} has been replaced by something that does not pass calls on`,
    usually: USUALLY,
    remedy: 'call vi.useRealTimers() (or restore the clock) before the race; time inside is virtual anyway',
  })

const fakedBefore = (name: keyof Clocks): HarnessError =>
  new HarnessError('FAKE_TIMERS_ACTIVE', 'a fake clock was installed when crosswire was loaded, which took it for the real one', {
    found: `${names[name]} was fake already`,
    usually: USUALLY,
    remedy: "load crosswire/register before it: --import crosswire/register, or vitest's setupFiles",
  })

const fakedInside = (name: Replaced): HarnessError =>
  new HarnessError('FAKE_TIMERS_ACTIVE', 'the execution has installed a fake clock in the place of its virtual one', {
    found: `${names[name]} does not lead to the execution any more`,
    usually: USUALLY,
    remedy: 'leave the clock alone: time inside is virtual, a timer of an hour costs nothing, and Date goes along',
  })

const names: Readonly<Record<Replaced, string>> = {
  'process.nextTick': 'process.nextTick',
  queueMicrotask: 'queueMicrotask',
  setTimeout: 'setTimeout',
  setInterval: 'setInterval',
  setImmediate: 'setImmediate',
  timersSetTimeout: "setTimeout of 'node:timers'",
  Date: 'Date',
  dateNow: 'Date.now',
  performanceNow: 'performance.now',
  hrtime: 'process.hrtime',
}
