// Generated values as the workloads of a search: fast-check hands them out, and smaller ones after the first that fails.
import type { DrawnWorkload, Workload } from '../../core/workload.js'
import type { WorkloadSource } from '../../search/index.js'

export interface Values {
  readonly source: WorkloadSource
  /** Whether the search finds no failure on `workload`; waits until it takes workloads. */
  passes(workload: Workload): Promise<boolean>
  /** No more values come. `drawn`: the last one that failed, and what of fast-check's draws it again. */
  end(drawn: DrawnWorkload | null): void
}

/** `seedOf`: a matter of the value alone, so that fast-check's path leads to the same failure. */
export const createValues = (seedOf: (workload: Workload) => number): Values => {
  const taker = deferred<(workload: Workload) => Promise<boolean>>()
  const ended = deferred<DrawnWorkload | null>()
  let drawn = false
  return {
    source: {
      single: false,
      seedOf,
      // Whoever searches asks for more where the budget leaves room: there is no more.
      async draw(_options, tryOne) {
        if (drawn) return null
        drawn = true
        taker.resolve(tryOne)
        return ended.promise
      },
    },
    passes: async (workload) => (await taker.promise)(workload),
    end: ended.resolve,
  }
}

const deferred = <T>(): { readonly promise: Promise<T>; resolve(value: T): void } => {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value) => resolve(value) }
}
