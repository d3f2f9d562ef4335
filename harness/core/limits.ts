// The bounds of one execution and the numbers of the loop model: what may be late, and by how much.

export interface Limits {
  /** Steps of one execution; past it the end is `limit`. Default 100,000. */
  readonly steps: number
  /** Virtual milliseconds of one execution. Default 24 hours. */
  readonly virtualMs: number
}

export const DEFAULT_LIMITS: Limits = { steps: 100_000, virtualMs: 24 * 3600 * 1000 }

/** What the real system can reorder, in numbers. They make the model id, which is part of every token. */
export interface LoopModel {
  /** An I/O completion is never later than this many virtual ms after it is ready; then it is the only option. */
  readonly ioLatencyMs: number
  /** In one execution the clock moves at most this many ms while I/O is ready. */
  readonly latenessMs: number
  /** What a step costs, in virtual ms: polling loops end. */
  readonly stepMs: number
  /** File operations in flight, as UV_THREADPOOL_SIZE. */
  readonly poolSize: number
}

export const DEFAULT_MODEL: LoopModel = { ioLatencyMs: 100, latenessMs: 250, stepMs: 0.01, poolSize: 4 }

/** Short name of the model: two executions compare only under the same one. */
export const modelId = ({ ioLatencyMs, latenessMs, stepMs, poolSize }: LoopModel): string =>
  `loop1.${ioLatencyMs}.${latenessMs}.${Math.round(stepMs * 1000)}.${poolSize}`
