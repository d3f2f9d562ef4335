// The shape of the committed vectors: what every interpreter of policies, in whatever language, must answer.
import { readFileSync } from 'node:fs'
import type { ChoiceKind, ChoicePoint, Option } from '../../harness/core/choice.js'
import { interpret } from '../../harness/core/interpreter.js'
import type { Policy } from '../../harness/core/policy.js'

/** Kind, key, step, indices into the case's options, and `running`. */
export type VectorPlace = readonly [ChoiceKind, string, number, readonly number[], number]

/** A place and the answer. */
export type VectorPoint = readonly [...VectorPlace, number]

export interface VectorCase {
  readonly policy: Policy
  readonly options: readonly Option[]
  readonly points: readonly VectorPoint[]
  /** Indices into `policy.deviations`. */
  readonly unmet: readonly number[]
}

export interface Vectors {
  readonly format: 1
  /** Three arguments and the result. */
  readonly mix: readonly (readonly [number, number, number, number])[]
  readonly hashText: readonly (readonly [string, number])[]
  /** Draw, bound and the result. */
  readonly below: readonly (readonly [number, number, number])[]
  readonly cases: readonly VectorCase[]
}

export const VECTORS_FILE = new URL('./vectors.json', import.meta.url)

export const readVectors = (): Vectors => JSON.parse(readFileSync(VECTORS_FILE, 'utf8'))

/** What this interpreter answers to the points of a case. */
export const answersOf = (
  policy: Policy,
  options: readonly Option[],
  points: readonly (VectorPlace | VectorPoint)[],
): { answers: number[]; unmet: number[] } => {
  const interpreter = interpret(policy)
  const answers = points.map(([kind, key, step, indices, running]) => {
    const point: ChoicePoint = { kind, key, step, running, options: indices.map((index) => options[index] as Option) }
    return interpreter.decide(point)
  })
  return { answers, unmet: interpreter.unmet().map((change) => policy.deviations.indexOf(change)) }
}
