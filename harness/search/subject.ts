// What a search is given: bodies for workloads, oracles, and where the workloads come from.
import type { Limits, LoopModel } from '../core/limits.js'
import type { Body, NetFault } from '../core/runtime.js'
import type { RaceId } from '../core/scenario.js'
import type { Oracle } from '../core/verdict.js'
import type { DrawnWorkload, DrawOptions, Workload } from '../core/workload.js'

/** What can be executed and judged, under a given workload. */
export interface ExecutableSubject {
  /** Id of the scenario or test; part of every token. */
  readonly id: string
  /** Default: none. */
  readonly variant?: string
  /** Called once for each workload; the body is run many times. */
  bodyFor(workload: Workload): Body
  /** In the order in which a report leads with them. What an end means by itself is judged whether an oracle for it is listed or not. */
  readonly oracles: readonly Oracle[]
  /** Default: `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>
  /** Default: `DEFAULT_MODEL`. */
  readonly model?: LoopModel
  /** Of a runtime that has a model of its own: its id. Default: that of `model`. */
  readonly modelId?: string
  /** What a reader of the report should know of how it is executed. Default: nothing. */
  readonly notes?: readonly string[]
  /** Default `refuse`. */
  readonly native?: 'refuse' | 'allow'
  /** Default: none. */
  readonly faults?: readonly NetFault[]
  /** Runs before each execution, outside of it. */
  readonly reset?: () => void
  readonly races?: readonly RaceId[]
  /**
   * Whether callers record their operations. Where they do not (assertions in the body judge), a pass needs no operations; two
   * actors that took steps count as overlapping. Default true.
   */
  readonly recordsOperations?: boolean
  /** Names of all operations that callers can do. Default: not known. */
  readonly operations?: readonly string[]
  /** Where it is written, an absolute path: an explanation tells lines of that folder rather than others. Default: not known. */
  readonly folder?: string
}

/** Hands out workloads until one does not pass, then smaller ones; the last that did not pass is the result. */
export interface WorkloadSource {
  /** There is one workload and no smaller one: all of the budget is spent on its schedules. */
  readonly single: boolean
  /**
   * Where there is one, a workload fails or passes by itself, whenever it comes: its schedules are drawn from this seed (u32), and a
   * smaller one inherits nothing from a larger one. Then whoever draws it again, by a path of fast-check's, sees it fail again.
   */
  readonly seedOf?: (workload: Workload) => number
  draw(options: DrawOptions, tryOne: (workload: Workload) => Promise<boolean>): Promise<DrawnWorkload | null>
}

export interface SearchSubject extends ExecutableSubject {
  readonly workloads: WorkloadSource
  /** Name of the oracle that should be among those that fail, or `pass`. Failures without it do not end a search. Default: none. */
  readonly expect?: string
}

/** A source of one workload, as it is. */
export const fixedWorkload = (workload: Workload): WorkloadSource => ({
  single: true,
  draw: async ({ seed }, tryOne) => ((await tryOne(workload)) ? null : { workload, seed, path: '' }),
})
