// A peer that follows a script: what it says in each phase of a conversation, and what may go wrong there. The desk and its choices do the rest.
import type { DispatcherSpec, FaultKind, FaultRule, ToolSpec } from '../core/dispatcher-spec.js'
import { type DelayLike, mockDispatcher } from './mock-dispatcher.js'

/** What a phase does: what it says, and whatever else may happen there. */
export interface Phase {
  readonly says: ToolSpec
  /**
   * What may happen instead, each once in an execution: whether it does is a choice of the schedule, nothing the default. `disconnect`:
   * the connection is lost after all that was said before; `drop`: nothing is said, and the conversation goes on; `half-open`: nothing is
   * read or said any more.
   */
  readonly may?: readonly FaultKind[]
  /** How long it takes until it is said. Default: no time. */
  readonly delay?: DelayLike
}

export type Phases = Readonly<Record<string, Phase>>

export interface ScriptedPeerOptions extends Pick<DispatcherSpec, 'service' | 'connections'> {
  /** How requests and answers look; the phases are its tools, for `resp` commands and `multi`, `queued`, `exec` and `discard`. */
  readonly protocol: NonNullable<DispatcherSpec['protocol']>
  /** Default `tcp`. */
  readonly transport?: 'tcp' | 'uds'
  /** By name. A function makes them anew for each execution: a peer that remembers what it was told needs that. It must always name the same phases, faults and delays. */
  readonly phases: Phases | (() => Phases)
}

/**
 * Describes a peer as a dispatcher, for `dispatcher` of a scenario or of a race's world. Throws `BAD_OPTION` for phases or delays that make
 * no sense.
 */
export const scriptedPeer = ({ phases, transport = 'tcp', ...rest }: ScriptedPeerOptions): DispatcherSpec => {
  const script = Object.entries(typeof phases === 'function' ? phases() : phases)
  const faults = script.flatMap(([tool, { may = [] }]) => may.map((fault): FaultRule => ({ fault, tool })))
  const delays = script.flatMap(([tool, { delay }]) => (delay === undefined ? [] : [[tool, delay] as const]))
  return mockDispatcher({
    ...rest,
    transport,
    tools: typeof phases === 'function' ? () => sayings(phases()) : sayings(phases),
    ...(faults.length === 0 ? {} : { faults }),
    ...(delays.length === 0 ? {} : { delays: Object.fromEntries(delays) }),
  })
}

const sayings = (phases: Phases): Record<string, ToolSpec> =>
  Object.fromEntries(Object.entries(phases).map(([name, { says }]) => [name, says]))
