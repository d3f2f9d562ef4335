// How a policy answers where no change of it says otherwise: one picker for each `pick`. Integers only, and part of format 1.
import { type ChoicePoint, clash, type Option } from './choice.js'
import type { Policy } from './policy.js'
import { below, hashText, mix } from './random.js'

/** Salts keep the draws of one step apart. */
const STAY = 1
const UNIFORM = 2
const WEIGHTED = 3
const DATA = 4
const DATA_CALM = 5
const WITHIN_ACTOR = 6

export interface Picker {
  pick(point: ChoicePoint): number
  /** Told which option of a `run` was taken in the end, for pickers with a memory: a hold or a deviation may have overruled them. */
  took?(point: ChoicePoint, taken: Option): void
}

export const pickerOf = (policy: Policy): Picker => {
  switch (policy.pick) {
    case 'first':
      return FIRST
    case 'uniform':
      return { pick: drawingData(policy.seed, uniform(policy.seed, policy.stay)) }
    case 'priority':
      return priority(policy)
    case 'weighted':
      return weighted(policy.seed, policy.weights)
  }
}

const FIRST: Picker = { pick: () => 0 }

/** Tasks by `run`. Data (latency, chunk, fault) stays calm half of the time; delays and wake-ups are drawn evenly. Only `first` is calm throughout. */
const drawingData =
  (seed: number, run: Picker['pick']): Picker['pick'] =>
  (point) =>
    point.kind === 'run' ? run(point) : drawData(seed, point)

const drawData = (seed: number, { kind, step, options }: ChoicePoint): number => {
  const count = options.length
  if (kind === 'delay' || kind === 'wake') return below(mix(seed, step, DATA), count)
  if (mix(seed, step, DATA_CALM) < 0x80000000) return 0
  return 1 + below(mix(seed, step, DATA), count - 1)
}

const uniform =
  (seed: number, stay: number): Picker['pick'] =>
  ({ step, options, running }) =>
    stay > 0 && running >= 0 && mix(seed, step, STAY) < stay ? running : below(mix(seed, step, UNIFORM), options.length)

const laneHashes = new Map<string, Map<string, number>>()
let laneCount = 0

/** Hash of `<actor>/<lane>`, remembered in two levels so that the hot path joins no strings. */
const laneHash = ({ actor, lane }: Option): number => {
  const known = laneHashes.get(actor)?.get(lane)
  if (known !== undefined) return known
  const hash = hashText(`${actor}/${lane}`)
  if (laneCount++ < 10_000) {
    const lanes = laneHashes.get(actor) ?? new Map<string, number>()
    laneHashes.set(actor, lanes.set(lane, hash))
  }
  return hash
}

const optionHash = ({ hash }: Option): number => hash

type Priority = Extract<Policy, { pick: 'priority' }>

/**
 * PCT (lanes, change points) and POS (options, redrawn on a clash). A changed priority is negative: below every drawn one.
 * A change point between two places that are asked counts at the next one, and all that are due there count at once.
 */
const priority = ({ seed, over, changeAt, redrawOnClash }: Priority): Picker => {
  const idOf = over === 'lane' ? laneHash : optionHash
  const ranks = createRanks(seed)
  const changes = changeAt.length === 0 ? changeAt : [...changeAt].sort((a, b) => a - b)
  let due = 0
  const best = (options: readonly Option[]): number => {
    let top = 0
    let topRank = ranks.of(idOf(options[0] as Option))
    for (let i = 1; i < options.length; i++) {
      const other = ranks.of(idOf(options[i] as Option))
      if (other <= topRank) continue
      top = i
      topRank = other
    }
    return top
  }
  const pick = ({ step, options }: ChoicePoint): number => {
    let top = best(options)
    for (; due < changes.length && (changes[due] as number) <= step; due++) {
      ranks.lower(idOf(options[top] as Option))
      top = best(options)
    }
    return top
  }
  if (!redrawOnClash) return { pick: drawingData(seed, pick) }
  const took = ({ options }: ChoicePoint, taken: Option): void => {
    for (const option of options) if (option !== taken && knownClash(option, taken)) ranks.redraw(idOf(option))
  }
  return { pick: drawingData(seed, pick), took }
}

/** An unknown access is not redrawn: taken for a clash with everything, it would make POS a plain random walk. */
const knownClash = (a: Option, b: Option): boolean => {
  const { access } = b
  return access !== null && a.access !== null && clash(a.access, access)
}

/** The maps are made when they are needed: most executions of POS lower and redraw nothing. */
const createRanks = (seed: number) => {
  let lowered: Map<number, number> | null = null
  let redraws: Map<number, number> | null = null
  let low = 0
  return {
    of: (id: number): number => lowered?.get(id) ?? mix(seed, id, redraws?.get(id) ?? 0),
    lower: (id: number): void => {
      lowered ??= new Map()
      lowered.set(id, --low)
    },
    redraw: (id: number): void => {
      redraws ??= new Map()
      redraws.set(id, (redraws.get(id) ?? 0) + 1)
      lowered?.delete(id)
    },
  }
}

/** SURW: an actor is drawn by what is left of its weight, then one of its options evenly. */
const weighted = (seed: number, weights: Readonly<Record<string, number>>): Picker => {
  const left = new Map<string, number>()
  const leftOf = (actor: string): number => {
    let weight = left.get(actor)
    if (weight === undefined) {
      weight = Math.max(1, Object.hasOwn(weights, actor) ? (weights[actor] as number) : 1)
      left.set(actor, weight)
    }
    return weight
  }
  const pick = ({ step, options }: ChoicePoint): number => {
    let sum = 0
    for (let i = 0; i < options.length; i++) if (isFirstOfActor(options, i)) sum += leftOf((options[i] as Option).actor)
    let rest = below(mix(seed, step, WEIGHTED), sum)
    let index = 0
    for (; ; index++) {
      if (!isFirstOfActor(options, index)) continue
      const weight = leftOf((options[index] as Option).actor)
      if (rest < weight) break
      rest -= weight
    }
    return oneOfActor(options, index, mix(seed, step, WITHIN_ACTOR))
  }
  return { pick: drawingData(seed, pick), took: (_, { actor }) => void left.set(actor, Math.max(1, leftOf(actor) - 1)) }
}

const isFirstOfActor = (options: readonly Option[], index: number): boolean => {
  const { actor } = options[index] as Option
  for (let i = 0; i < index; i++) if ((options[i] as Option).actor === actor) return false
  return true
}

/** One of the options of the actor whose first option is at `first`. */
const oneOfActor = (options: readonly Option[], first: number, draw: number): number => {
  const { actor } = options[first] as Option
  let count = 1
  for (let i = first + 1; i < options.length; i++) if ((options[i] as Option).actor === actor) count++
  let skip = count === 1 ? 0 : below(draw, count)
  let index = first
  while (skip > 0) if ((options[++index] as Option).actor === actor) skip--
  return index
}
