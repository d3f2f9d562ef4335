// The interpreter of policies: the only code that decides. It exists once here and once in Python; `test/core/vectors.json` keeps them in step.
import { type ChoicePoint, clash, type Decide, type Option } from './choice.js'
import { type Change, type Deviation, type Hold, isHold, type Policy } from './policy.js'
import { below, hashText, mix } from './random.js'

/** Salts keep the draws of one step apart. Part of format 1. */
const STAY = 1
const UNIFORM = 2
const WEIGHTED = 3
const DATA = 4
const DATA_CALM = 5

/** What an interpreter knows once its execution is over. */
export interface Interpreter {
  readonly decide: Decide
  /** Changes whose place or option was never met: a replay that does not fit any more. */
  unmet(): readonly Change[]
}

type Chooser = (point: ChoicePoint) => number

/** Follows `policy` for one execution. Deterministic: the same points give the same answers. */
export const interpret = (policy: Policy): Interpreter => {
  const choose = guardData(policy, chooserOf(policy))
  const holds = policy.deviations.filter(isHold)
  const held = holds.length === 0 ? choose : holding(holds, choose)
  const deviations = policy.deviations.filter((change): change is Deviation => !isHold(change))
  if (deviations.length === 0) return { decide: held, unmet: () => [] }
  return deviating(deviations, held)
}

/** Keyed deviations come first, then those by step: both leave the rest of the policy as it is. */
const deviating = (deviations: readonly Deviation[], rest: Chooser): Interpreter => {
  const byStep = new Map<number, Deviation>()
  const byKey = new Map<string, Deviation>()
  for (const deviation of deviations) {
    if (deviation.at === '') byStep.set(deviation.step, deviation)
    else byKey.set(`${deviation.nth} ${deviation.at}`, deviation)
  }
  const met = new Set<Deviation>()
  const seen = new Map<string, number>()
  const keyed = (point: ChoicePoint): number => {
    const { key } = point
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    const deviation = byKey.get(`${nth} ${key}`)
    return deviation === undefined
      ? -1
      : take(
          deviation,
          point.options.findIndex((option) => option.key === deviation.take),
        )
  }
  const take = (deviation: Deviation, index: number): number => {
    if (index >= 0) met.add(deviation)
    return index
  }
  const stepped = (point: ChoicePoint): number => {
    const deviation = byStep.get(point.step)
    if (deviation === undefined) return -1
    return take(deviation, deviation.index < point.options.length ? deviation.index : -1)
  }
  const decide = (point: ChoicePoint): number => {
    // The rest is always asked, so that its memory (priorities, holds) does not depend on where the deviations lie.
    const calmly = rest(point)
    if (byKey.size > 0) {
      const index = keyed(point)
      if (index >= 0) return index
    }
    const index = byStep.size > 0 ? stepped(point) : -1
    return index >= 0 ? index : calmly
  }
  return { decide, unmet: () => deviations.filter((deviation) => !met.has(deviation)) }
}

/** Leaves held options out as long as another one is there. */
const holding = (holds: readonly Hold[], rest: Chooser): Chooser => {
  const active = new Set(holds)
  const isHeld = (option: Option): boolean => {
    for (const hold of active) if (hold.hold === option.key) return true
    return false
  }
  return (point) => {
    const free = active.size === 0 || point.kind !== 'run' ? point.options : point.options.filter((option) => !isHeld(option))
    const all = free.length === 0 || free.length === point.options.length
    const index = all ? rest(point) : outer(point, free, rest)
    const taken = point.options[index] as Option
    for (const hold of active) if (hold.until === taken.key) active.delete(hold)
    return index
  }
}

/** Asks about the options that are left and translates the answer back. */
const outer = (point: ChoicePoint, free: readonly Option[], rest: Chooser): number => {
  const runningOption = point.options[point.running]
  const running = runningOption === undefined ? -1 : free.indexOf(runningOption)
  const { kind, key, step } = point
  return point.options.indexOf(free[rest({ kind, key, step, options: free, running })] as Option)
}

/** Data (latency, chunk, fault) stays calm half of the time; delays and wake-ups are drawn evenly. Only `first` is calm throughout. */
const guardData = (policy: Policy, run: Chooser): Chooser => {
  if (policy.pick === 'first') return run
  const { seed } = policy
  return (point) => {
    const { kind, step } = point
    if (kind === 'run') return run(point)
    const count = point.options.length
    const even = kind === 'delay' || kind === 'wake'
    if (!even && mix(seed, step, DATA_CALM) < 0x80000000) return 0
    return even ? below(mix(seed, step, DATA), count) : 1 + below(mix(seed, step, DATA), count - 1)
  }
}

const chooserOf = (policy: Policy): Chooser => {
  switch (policy.pick) {
    case 'first':
      return () => 0
    case 'uniform':
      return uniform(policy.seed, policy.stay)
    case 'priority':
      return priority(policy)
    case 'weighted':
      return weighted(policy.seed, policy.weights)
  }
}

const uniform =
  (seed: number, stay: number): Chooser =>
  ({ step, options, running }) =>
    stay > 0 && running >= 0 && mix(seed, step, STAY) < stay ? running : below(mix(seed, step, UNIFORM), options.length)

const laneHashes = new Map<string, number>()
const laneHash = (option: Option): number => {
  const lane = `${option.actor}/${option.lane}`
  let hash = laneHashes.get(lane)
  if (hash === undefined) {
    hash = hashText(lane)
    if (laneHashes.size < 10_000) laneHashes.set(lane, hash)
  }
  return hash
}

/** PCT (lanes, change points) and POS (options, redrawn on a clash). A changed priority is negative: below every drawn one. */
const priority = (policy: Extract<Policy, { pick: 'priority' }>): Chooser => {
  const { seed, redrawOnClash } = policy
  const idOf = policy.over === 'lane' ? laneHash : (option: Option) => option.hash
  const changes = new Set(policy.changeAt)
  const lowered = new Map<number, number>()
  const redraws = new Map<number, number>()
  let low = 0
  const rank = (id: number): number => lowered.get(id) ?? mix(seed, id, redraws.get(id) ?? 0)
  const best = (options: readonly Option[]): number => {
    let top = 0
    let topRank = rank(idOf(options[0] as Option))
    for (let i = 1; i < options.length; i++) {
      const other = rank(idOf(options[i] as Option))
      if (other > topRank) [top, topRank] = [i, other]
    }
    return top
  }
  const redraw = (options: readonly Option[], taken: Option): void => {
    for (const option of options) {
      if (option === taken || !clash(option.access, taken.access)) continue
      const id = idOf(option)
      redraws.set(id, (redraws.get(id) ?? 0) + 1)
      lowered.delete(id)
    }
  }
  return ({ step, options }) => {
    let top = best(options)
    if (changes.has(step)) {
      lowered.set(idOf(options[top] as Option), --low)
      top = best(options)
    }
    if (redrawOnClash) redraw(options, options[top] as Option)
    return top
  }
}

const weighted = (seed: number, weights: Readonly<Record<string, number>>): Chooser => {
  const taken = new Map<string, number>()
  const weightOf = ({ actor }: Option): number => Math.max(1, (weights[actor] ?? 1) - (taken.get(actor) ?? 0))
  return ({ step, options }) => {
    let sum = 0
    for (const option of options) sum += weightOf(option)
    let rest = below(mix(seed, step, WEIGHTED), sum)
    let index = 0
    while (rest >= weightOf(options[index] as Option)) rest -= weightOf(options[index++] as Option)
    const { actor } = options[index] as Option
    taken.set(actor, (taken.get(actor) ?? 0) + 1)
    return index
  }
}
