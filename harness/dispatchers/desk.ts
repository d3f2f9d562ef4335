// The desk: decides what becomes of a request, the same for every transport.
import type { DispatcherSpec, FaultKind, ToolSpec } from '../core/dispatcher-spec.js'
import type { HistoryRecorder } from '../core/history.js'
import type { Choose } from './choose.js'
import { delayLabel } from './delay-profiles.js'
import { createFaults } from './faults.js'
import { type Answer, errorAnswer, type Request } from './messages.js'
import type { Pauses } from './pauses.js'
import type { Protocol } from './protocols/protocol.js'
import { askTool } from './tools.js'

/** Settles when the request recorded as `call` may be answered. Its delay is over then; what waits behind it on its connection waits on. */
export type Hold = (call: number) => Promise<void>

export interface DeskSetting {
  readonly spec: DispatcherSpec
  readonly protocol: Protocol
  readonly tools: Readonly<Record<string, ToolSpec>>
  readonly choose: Choose
  readonly recorder: HistoryRecorder
  readonly pauses: Pauses
  readonly step: () => number
  readonly hold?: Hold
  /** A fault took the whole dispatcher down. */
  readonly onCrash: () => void
  readonly onFailure: (error: unknown) => void
}

/** What becomes of a request: the answer, what happens to the answer, and when (`null`: never). */
export interface Fate {
  readonly answer: Answer
  readonly fault: FaultKind | null
  readonly delayMs: number | null
}

/**
 * Decides about a request when its turn comes, in this order: fault, delay, answer. The tool is asked before the delay and
 * whatever the fault, so a lost answer is the answer of a call that has happened. Rejects with `TOOL_NOT_IMMEDIATE`.
 */
export type Desk = (request: Request, connection: string) => Promise<Fate>

export const openDesk = ({ spec, protocol, tools, choose, step }: DeskSetting): Desk => {
  const strike = createFaults(spec.faults ?? [], choose)
  const allowed = spec.allow ?? Object.keys(tools)
  let asked = 0
  const drawDelay = (tool: string): number | null => {
    const choicesMs = (spec.delays?.[tool] ?? spec.delay)?.choicesMs ?? [0]
    const index = choicesMs.length > 1 ? choose('delay', `delay ${tool}`, choicesMs.map(delayLabel)) : 0
    return choicesMs[index] ?? null
  }
  return async ({ tool, args }, connection) => {
    const named = Object.hasOwn(tools, tool) && allowed.includes(tool) ? tools[tool] : undefined
    if (named === undefined) return { answer: errorAnswer(protocol.notAvailable(tool, allowed)), fault: null, delayMs: 0 }
    const fault = strike(tool)
    const delayMs = drawDelay(tool)
    const outcome = await askTool(tool, named, args, { seq: ++asked, connection }, step)
    const answer = 'error' in outcome ? errorAnswer(outcome.error) : outcome
    return { answer: fault === 'error' ? errorAnswer('injected error') : answer, fault, delayMs }
  }
}
