// The shape of a workload before it has names and inputs, and how it shrinks.
import fc from 'fast-check'

/** One operation: which kind (0 is the one named first), a drawn number below 2^16, and a tag that no other has. */
export interface PlannedOperation {
  readonly kind: number
  readonly draw: number
  readonly tag: number
}

export interface Plan {
  readonly callers: readonly (readonly PlannedOperation[])[]
  readonly subjectSeed: number
}

/** Ranges are inclusive. */
export interface PlanBounds {
  readonly count: { readonly min: number; readonly max: number }
  readonly each: { readonly min: number; readonly max: number }
  readonly kinds: number
}

const DRAWS = 1 << 16
const SEEDS = 2 ** 32

export const planArbitrary = (bounds: PlanBounds): fc.Arbitrary<Plan> => new PlanArbitrary(bounds)

/**
 * An arbitrary of its own because fast-check's arrays know nothing of identity: here an operation keeps its tag when others go,
 * so a token names the same operation in every smaller workload. The order of candidates depends on the value alone, so a path of
 * fast-check leads to the same workload again.
 */
class PlanArbitrary extends fc.Arbitrary<Plan> {
  private readonly bounds: PlanBounds

  constructor(bounds: PlanBounds) {
    super()
    this.bounds = bounds
  }

  override generate(random: fc.Random): fc.Value<Plan> {
    const { count, each, kinds } = this.bounds
    let tag = 0
    const operation = (): PlannedOperation => ({
      kind: random.nextInt(0, kinds - 1),
      draw: random.nextInt(0, DRAWS - 1),
      tag: ++tag,
    })
    const list = <T>(length: number, make: () => T): T[] => Array.from({ length }, make)
    const callers = list(random.nextInt(count.min, count.max), () => list(random.nextInt(each.min, each.max), operation))
    return new fc.Value({ callers, subjectSeed: random.nextInt(0, SEEDS - 1) }, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is Plan {
    return Array.isArray((value as Plan | null)?.callers)
  }

  override shrink(plan: Plan): fc.Stream<fc.Value<Plan>> {
    return fc.stream(smaller(plan, this.bounds)).map((candidate) => new fc.Value(candidate, undefined))
  }
}

/** Smaller plans, the boldest first. Each is smaller by callers, then operations, then numbers: following them always ends. */
export function* smaller(plan: Plan, { count, each }: PlanBounds): Generator<Plan> {
  const { callers } = plan
  for (const fewer of shorter(callers, count.min)) yield { ...plan, callers: fewer }
  const withCaller = (i: number, operations: readonly PlannedOperation[]): Plan => ({
    ...plan,
    callers: callers.with(i, operations),
  })
  if (callers.some(({ length }) => length > each.min)) yield { ...plan, callers: callers.map((list) => list.slice(0, each.min)) }
  for (const [i, operations] of callers.entries()) {
    for (const fewer of shorter(operations, each.min)) yield withCaller(i, fewer)
  }
  if (plan.subjectSeed !== 0) yield { ...plan, subjectSeed: 0 }
  for (const [i, operations] of callers.entries()) {
    for (const [j, operation] of operations.entries()) {
      for (const simpler of simplerThan(operation)) yield withCaller(i, operations.with(j, simpler))
    }
  }
}

/** Only the first `min`, half of them, or all but one; by a bisection the fewest are found in a few steps. */
function* shorter<T>(list: readonly T[], min: number): Generator<readonly T[]> {
  if (list.length <= min) return
  yield list.slice(0, min)
  const half = Math.ceil(list.length / 2)
  if (half > min) {
    yield list.slice(0, half)
    yield list.slice(-half)
  }
  // Without its last is what came first already where one is too many.
  for (let i = list.length - (list.length - 1 === min ? 2 : 1); i >= 0; i--) yield list.toSpliced(i, 1)
}

function* simplerThan(operation: PlannedOperation): Generator<PlannedOperation> {
  for (let kind = 0; kind < operation.kind; kind++) yield { ...operation, kind }
  for (const draw of towardsZero(operation.draw)) yield { ...operation, draw }
}

/** 0, then a half, three quarters, ... of the way back: the least number that matters is found in logarithmic time. */
function* towardsZero(n: number): Generator<number> {
  for (let step = n; step > 0; step = Math.floor(step / 2)) yield n - step
}
