// The checker: is there an order of the operations, each at a moment between its beginning and its end, that the model explains?
import type { Model } from '../models/model.js'
import type { Timed } from './operations.js'

/** `none`: no order explains them; `unknown`: more was to be tried than agreed. */
export type Answer =
  | { readonly kind: 'order'; readonly order: readonly Timed[] }
  | { readonly kind: 'none'; readonly longest: readonly Timed[] }
  | { readonly kind: 'unknown' }

/** Operations that have taken effect so far, in which order, and where that led. */
interface Path<State> {
  readonly done: bigint
  readonly state: State
  /** How many of those that are known to have happened are still to come. */
  readonly left: number
  readonly order: readonly Timed[]
}

/**
 * Depth first over which operation takes effect next, remembering every pair of (operations done, state): the search of Wing and Gong
 * ("Testing and verifying concurrent objects", 1993) with the memory of Lowe ("Testing for linearizability", 2017). `atMost` bounds the
 * pairs that are looked at: the problem is NP-complete. Deterministic.
 */
export const findOrder = <State>(operations: readonly Timed[], model: Model<State>, atMost: number): Answer => {
  const all = [...operations].sort((a, b) => a.begin - b.begin)
  const seen = new Set<string>()
  const start: Path<State> = { done: 0n, state: model.init(), left: all.filter(({ known }) => known).length, order: [] }
  let longest = start
  const open = [start]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (path.left === 0) return { kind: 'order', order: path.order }
    if (seen.size >= atMost) return { kind: 'unknown' }
    if (path.left < longest.left) longest = path
    for (const next of successors(path, all, model).reverse()) {
      const name = `${next.done.toString(36)} ${JSON.stringify(next.state)}`
      if (seen.has(name)) continue
      seen.add(name)
      open.push(next)
    }
  }
  return { kind: 'none', longest: longest.order }
}

const successors = <State>(
  { done, state, left, order }: Path<State>,
  all: readonly Timed[],
  model: Model<State>,
): Path<State>[] =>
  mayBeNext(done, all).flatMap((index) => {
    const operation = all[index] as Timed
    return model.step(state, operation).map((after) => ({
      done: done | (1n << BigInt(index)),
      state: after,
      left: operation.known ? left - 1 : left,
      order: [...order, operation],
    }))
  })

/** Those that began before any other that is still to come had ended. */
const mayBeNext = (done: bigint, all: readonly Timed[]): number[] => {
  const next: number[] = []
  let firstEnd = Number.POSITIVE_INFINITY
  for (let index = 0; index < all.length; index++) {
    const { begin, end } = all[index] as Timed
    if (begin > firstEnd) break
    if ((done >> BigInt(index)) & 1n) continue
    next.push(index)
    firstEnd = Math.min(firstEnd, end)
  }
  return next
}
