// No false alarm on any well-behaved history, and no swap of two answers that slips through.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DISPATCHER, type HistoryEvent } from '../../harness/core/history.js'
import { judge, worst } from '../../harness/core/verdict.js'
import { defaultOracles } from '../../harness/oracles/defaults.js'
import { ownResponse } from '../../harness/oracles/own-response.js'
import { serialRequests } from '../../harness/oracles/serial-requests.js'
import { execution } from './tell.js'
import { wellBehaved } from './well-behaved.js'

const outcomeOf = (history: readonly HistoryEvent[]) => worst(judge([ownResponse()], execution(history)))
const symptomsOf = (history: readonly HistoryEvent[]) =>
  [ownResponse().judge(execution(history))].flat().map(({ symptom }) => symptom)

/** Indices of the callers' answers in a history. */
const answersIn = (history: readonly HistoryEvent[]): number[] =>
  history.flatMap(({ actor, type }, index) => (actor !== DISPATCHER && type === 'ok' ? [index] : []))

/** A history with at least two answers, and two of them. */
const withTwoAnswers = wellBehaved()
  .filter((history) => answersIn(history).length >= 2)
  .chain((history) => fc.tuple(fc.constant(history), fc.shuffledSubarray(answersIn(history), { minLength: 2, maxLength: 2 })))

const edited = (history: readonly HistoryEvent[], edits: Readonly<Record<number, Partial<HistoryEvent>>>): HistoryEvent[] =>
  history.map((event, index) => ({ ...event, ...edits[index] }))

const settings = { numRuns: 2000, seed: 7 }

describe('own-response', () => {
  it('never rejects a well-behaved history, nor do the other defaults', () => {
    fc.assert(
      fc.property(wellBehaved(), (history) => {
        expect(judge(defaultOracles(), execution(history)).filter(({ outcome }) => outcome !== 'pass')).toEqual([])
      }),
      settings,
    )
  })

  it('never rejects a well-behaved history that ends at any moment', () => {
    fc.assert(
      fc.property(wellBehaved(), fc.nat(), (history, cut) => {
        expect(worst(judge([ownResponse()], execution(history.slice(0, 1 + (cut % history.length)), { end: 'limit' })))).toBe(
          'pass',
        )
      }),
      settings,
    )
  })

  it('rejects any single swap of two answers', () => {
    fc.assert(
      fc.property(withTwoAnswers, ([history, [a = 0, b = 0]]) => {
        const swapped = edited(history, { [a]: { output: history[b]?.output }, [b]: { output: history[a]?.output } })
        expect(symptomsOf(swapped)).toEqual(['swap'])
      }),
      settings,
    )
  })

  it('rejects any answer given to a second operation', () => {
    fc.assert(
      fc.property(withTwoAnswers, ([history, [a = 0, b = 0]]) => {
        expect(symptomsOf(edited(history, { [a]: { output: history[b]?.output } }))).toEqual(['duplicate'])
      }),
      settings,
    )
  })

  it('rejects any answer that loses its last character', () => {
    fc.assert(
      fc.property(withTwoAnswers, ([history, [a = 0]]) => {
        const token = history.find(({ call, type }) => call === history[a]?.call && type === 'invoke')?.token ?? ''
        expect(outcomeOf(edited(history, { [a]: { output: token.slice(0, -1) } }))).toBe('fail')
      }),
      settings,
    )
  })

  it('rejects any answered operation that fails, unless a fault struck', () => {
    const answered = wellBehaved(['ok', 'refused']).filter((history) => answersIn(history).length > 0)
    fc.assert(
      fc.property(answered, (history) => {
        const [a = 0] = answersIn(history)
        expect(symptomsOf(edited(history, { [a]: { type: 'fail', error: 'broken' } }))).toEqual(['unexpected-failure'])
      }),
      settings,
    )
  })
})

describe('serial-requests', () => {
  /** Judged here by counting, there by remembering who is outstanding. */
  const overlaps = (history: readonly HistoryEvent[]): boolean => {
    let open = 0
    return history.some(({ actor, type }) => actor === DISPATCHER && (open += type === 'invoke' ? 1 : -1) > 1)
  }

  it('rejects exactly the histories in which two requests are outstanding at once', () => {
    const seen = new Set<boolean>()
    fc.assert(
      fc.property(wellBehaved(), (history) => {
        seen.add(overlaps(history))
        expect(worst(judge([serialRequests()], execution(history)))).toBe(overlaps(history) ? 'fail' : 'pass')
      }),
      settings,
    )
    expect(seen.size).toBe(2)
  })
})
