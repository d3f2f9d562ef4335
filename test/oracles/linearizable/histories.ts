// Random histories of an object that is used by several callers: as it is, and as one with a mistake would answer; and brute force.
import fc from 'fast-check'
import type { HistoryEvent } from '../../../harness/core/history.js'
import type { Timed } from '../../../harness/oracles/linearizable/operations.js'
import type { Model } from '../../../harness/oracles/models/model.js'

interface Move {
  readonly caller: number
  readonly op: number
  readonly arg: number
  readonly answer: number
  readonly fate: number
}

const MOVES: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.record({ caller: fc.nat(3), op: fc.nat(9), arg: fc.nat(2), answer: fc.nat(99), fate: fc.nat(19) }),
  { minLength: 4, maxLength: 24 },
)

/** How an object is used: names, inputs, and what it answers by itself, one operation at a time. */
export interface Use<State> {
  readonly initial: State
  readonly ops: readonly string[]
  input(op: string, arg: number, call: number): unknown
  apply(state: State, op: string, input: unknown): { readonly state: State; readonly output: unknown }
}

interface Open {
  readonly call: number
  readonly op: string
  readonly input: unknown
  effect: { readonly output: unknown } | null
}

/**
 * At most `most` operations by four callers. Each takes effect somewhere between its beginning and its end; about one answer in seven is
 * somebody else's, one operation in ten ends as `info`, and some never end.
 */
export const histories = <State>(use: Use<State>, most: number): fc.Arbitrary<HistoryEvent[]> =>
  MOVES.map((moves) => historyOf(use, moves, most))

const historyOf = <State>(use: Use<State>, moves: readonly Move[], most: number): HistoryEvent[] => {
  const history: HistoryEvent[] = []
  const open = new Map<number, Open>()
  const outputs: unknown[] = [null, 0, 1]
  let state = use.initial
  let calls = 0
  const say = (caller: number, { call, op }: Open, rest: Pick<HistoryEvent, 'type'> & Partial<HistoryEvent>): void =>
    void history.push({
      n: history.length,
      atMs: history.length,
      step: history.length,
      actor: `caller-${caller}`,
      call,
      op,
      ...rest,
    })
  const strike = (each: Open): void => {
    const { state: next, output } = use.apply(state, each.op, each.input)
    state = next
    each.effect = { output }
    if (output !== undefined) outputs.push(output)
  }
  for (const { caller, op, arg, answer, fate } of moves) {
    const mine = open.get(caller)
    if (mine === undefined) {
      if (calls >= most) continue
      const name = use.ops[op % use.ops.length] as string
      const begun: Open = { call: calls++, op: name, input: use.input(name, arg, calls), effect: null }
      open.set(caller, begun)
      say(caller, begun, { type: 'invoke', input: begun.input })
      if (answer % 3 === 0) strike(begun)
      continue
    }
    open.delete(caller)
    if (fate < 2) {
      if (fate === 0 && mine.effect === null) strike(mine)
      say(caller, mine, { type: 'info', error: 'connection lost' })
      continue
    }
    if (mine.effect === null) strike(mine)
    const wrong = fate < 5
    say(caller, mine, { type: 'ok', output: wrong ? outputs[answer % outputs.length] : mine.effect?.output })
  }
  return history
}

/** Every order of every subset that holds all that is known to have happened: the definition, word by word. */
export const bruteForce = <State>(operations: readonly Timed[], model: Model<State>): boolean => {
  const optional = operations.filter(({ known }) => !known)
  const certain = operations.filter(({ known }) => known)
  return subsetsOf(optional).some((some) => permutations([...certain, ...some]).some((order) => isOrder(order, model)))
}

/** Whether it keeps every operation between its beginning and its end, and the model explains it. */
export const isOrder = <State>(order: readonly Timed[], model: Model<State>): boolean =>
  keepsTime(order) && explains(order, model)

const subsetsOf = (items: readonly Timed[]): Timed[][] => {
  const [first, ...rest] = items
  if (first === undefined) return [[]]
  return subsetsOf(rest).flatMap((some) => [some, [first, ...some]])
}

/** Those that keep time: nothing stands before what had ended when it began. */
const permutations = (items: readonly Timed[]): Timed[][] => {
  if (items.length === 0) return [[]]
  return items.flatMap((item, i) => {
    const others = items.filter((_, j) => j !== i)
    return others.some(({ end }) => end < item.begin) ? [] : permutations(others).map((rest) => [item, ...rest])
  })
}

const keepsTime = (order: readonly Timed[]): boolean =>
  order.every(({ begin }, i) => order.slice(i + 1).every(({ end }) => end > begin))

const explains = <State>(order: readonly Timed[], model: Model<State>): boolean =>
  order.reduce<readonly State[]>((states, operation) => states.flatMap((state) => model.step(state, operation)), [model.init()])
    .length > 0
