// Random histories in which nothing is wrong: what an oracle must never reject.
import fc from 'fast-check'
import { DISPATCHER, type EventFacts, type HistoryEvent } from '../../harness/core/history.js'

/** How one operation goes: answered, refused, hit by a fault before or after it was received, or not yet served. */
const FATES = ['ok', 'ok', 'ok', 'ok', 'refused', 'swallowed', 'given-up'] as const
export type Fate = (typeof FATES)[number]

/** How the answer of a tool looks around the token. */
const SHAPES: readonly ((token: string) => unknown)[] = [
  (token) => token,
  (token) => ({ stdout: `${token}\n`, code: 0 }),
  (token) => [null, { deep: [token] }],
  (token) => JSON.stringify({ out: JSON.stringify(`a\n${token}`) }),
]

interface Draw {
  readonly callers: readonly (readonly { readonly fate: Fate; readonly shape: number }[])[]
  readonly order: readonly number[]
  readonly serial: boolean
}

const draws = (fates: readonly Fate[]): fc.Arbitrary<Draw> =>
  fc.record({
    callers: fc.array(
      fc.array(fc.record({ fate: fc.constantFrom(...fates), shape: fc.nat(SHAPES.length - 1) }), { minLength: 1, maxLength: 4 }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    order: fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
    serial: fc.boolean(),
  })

/** Histories of sequential callers over one dispatcher, interleaved at random; where `serial`, one request at a time. */
export const wellBehaved = (fates: readonly Fate[] = FATES): fc.Arbitrary<HistoryEvent[]> => draws(fates).map(historyFrom)

const historyFrom = ({ callers, order, serial }: Draw): HistoryEvent[] => {
  let tag = 0
  let call = 0
  const strands = callers.map((operations, caller) =>
    operations.map(({ fate, shape }) =>
      storyOf(`caller-${caller}`, `TAG-${++tag}`, fate, SHAPES[shape] as (token: string) => unknown, () => ++call),
    ),
  )
  const merged = serial
    ? mergeWhole(strands, order)
    : mergeEvents(
        strands.map((stories) => stories.flat()),
        order,
      )
  return merged.map((facts, n) => ({ n, atMs: n, step: n, ...facts }))
}

const storyOf = (
  actor: string,
  token: string,
  fate: Fate,
  shape: (token: string) => unknown,
  next: () => number,
): EventFacts[] => {
  const mine = { actor, call: next(), op: 'echo' }
  const request = { actor: DISPATCHER, call: next(), op: 'echo', via: { connection: 'c1', message: 1 } }
  const invoke: EventFacts = { ...mine, type: 'invoke', token, input: { command: `echo ${token}` } }
  const taken: EventFacts = { ...request, type: 'invoke', input: { command: `echo ${token}` } }
  switch (fate) {
    case 'ok':
      return [invoke, taken, { ...request, type: 'ok', output: token }, { ...mine, type: 'ok', output: shape(token) }]
    case 'refused':
      return [
        invoke,
        taken,
        { ...request, type: 'fail', error: `no ${token}` },
        { ...mine, type: 'fail', error: `refused: no ${token}` },
      ]
    case 'swallowed':
      return [
        invoke,
        taken,
        { ...request, type: 'info', error: 'disconnect' },
        { ...mine, type: 'fail', error: 'connection closed' },
      ]
    case 'given-up':
      return [
        invoke,
        taken,
        { ...request, type: 'info', error: 'drop' },
        { ...mine, type: 'info', error: 'swallowed by a fault' },
      ]
  }
}

/** Takes the strands' next events in the order drawn. */
const mergeEvents = (strands: readonly (readonly EventFacts[])[], order: readonly number[]): EventFacts[] => {
  const heads = strands.map(() => 0)
  const merged: EventFacts[] = []
  for (let i = 0; ; i++) {
    const open = strands.flatMap((strand, index) => ((heads[index] as number) < strand.length ? [index] : []))
    if (open.length === 0) return merged
    const index = open[(order[i % order.length] as number) % open.length] as number
    merged.push((strands[index] as readonly EventFacts[])[heads[index] as number] as EventFacts)
    heads[index] = (heads[index] as number) + 1
  }
}

/** Takes whole operations in the order drawn. */
const mergeWhole = (strands: readonly (readonly (readonly EventFacts[])[])[], order: readonly number[]): EventFacts[] => {
  const whole = strands.flat()
  return whole
    .map((story, i) => ({ story, at: order[i % order.length] as number }))
    .sort((a, b) => a.at - b.at)
    .flatMap(({ story }) => story)
}
