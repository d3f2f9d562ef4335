// Stacks that are captured cheaply, and read only where somebody wants to know: reading one goes through source maps.
import { type Frame, framesIn, placeText } from '../kernel/frames.js'

export interface Captured {
  readonly stack?: string
}

/** What the subject awaits comes behind all that runs, down to the harness and whoever runs that. */
const DEPTH = 80

/** The stack of whoever called `below`. */
export const capture = (below: (...args: never[]) => unknown): Captured => {
  const limit = Error.stackTraceLimit
  const captured: Captured = {}
  Error.stackTraceLimit = DEPTH
  Error.captureStackTrace(captured, below)
  Error.stackTraceLimit = limit
  return captured
}

/** Lines are the subject's where it has some in the stack, else those of a package. */
const TIERS = ['subject', 'package'] as const

/** What calls the hook is no part of the story. */
const HOOKS = ['node:internal/promise_hooks', 'node:internal/async_hooks']
const isHook = ({ file, from }: Frame): boolean =>
  HOOKS.includes(file) || (from === 'house' && /\/sight\/sight\.[jt]s$/.test(file))

const framesOf = ({ stack }: Captured): Frame[] => {
  const frames = framesIn(stack)
  return frames.slice(frames.findIndex((frame) => !isHook(frame)))
}

/** The function that runs, or that goes on; `null` where that is Node's own, or the harness's. */
export const topFrame = (captured: Captured): Frame | null => {
  const [top] = framesOf(captured)
  return top !== undefined && isTold(top) ? top : null
}

const isTold = ({ from }: Frame): boolean => TIERS.some((tier) => tier === from)

/** All lines of the subject in the stack, the innermost first, each once. */
export const linesIn = (captured: Captured): string[] => {
  const frames = framesOf(captured)
  const tier = TIERS.find((each) => frames.some(({ from }) => from === each))
  return unique(frames.filter(({ from }) => from === tier).map(placeText))
}

/** The same without what the harness calls itself, a body or a caller's operation, where there is more than that. */
export const linesBelow = (captured: Captured): string[] => {
  const frames = framesOf(captured)
  const tier = TIERS.find((each) => frames.some(({ from }) => from === each))
  const inner = frames.filter(({ from }, i) => from === tier && frames[i + 1]?.from !== 'house')
  return inner.length === 0 ? linesIn(captured) : unique(inner.map(placeText))
}

/** The lines of functions that went on, of the subject's own where there are some. */
export const linesOfTops = (stacks: readonly Captured[]): string[] => {
  const tops = stacks.map(topFrame).filter((frame) => frame !== null)
  const tier = TIERS.find((each) => tops.some(({ from }) => from === each))
  return unique(tops.filter(({ from }) => from === tier).map(placeText))
}

const unique = (lines: readonly string[]): string[] => [...new Set(lines)]
