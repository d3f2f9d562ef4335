// The document of --json: complete, and JSON whatever the subject answered.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonDocument } from '../../harness/reporters/json.js'
import { plainData } from '../../harness/reporters/plain-data.js'
import { counterexample, report, swapped } from './samples.js'

const CONTEXT = { versions: { crosswire: '0.1.0', node: '20.20.2' }, exitCode: 0 }

/** As the command line prints it. */
const jsonText = (...document: Parameters<typeof jsonDocument>): string => JSON.stringify(jsonDocument(...document), null, 2)

describe('the JSON document', () => {
  it('is format 1 and holds what was reported', () => {
    const document = JSON.parse(jsonText([report(), report({ outcome: 'pass', variant: 'fixed' })], CONTEXT))
    expect(document).toMatchObject({ format: 1, exitCode: 0, versions: CONTEXT.versions })
    expect(document.reports).toHaveLength(2)
    expect(document.reports[0]).toMatchObject({ format: 1, scenario: 'rpc-shared-socket', outcome: 'fail', met: true, seed: 7 })
  })

  it('has an execution that can be read by itself', () => {
    const document = JSON.parse(jsonText([report()], CONTEXT))
    const { execution, token, verdicts } = document.reports[0].counterexamples[0]
    expect(execution).toMatchObject({ format: 1, token, verdicts, versions: CONTEXT.versions, end: swapped.end, model: 'test' })
    for (const field of ['steps', 'history', 'leftovers', 'deviations', 'escapes']) expect(execution[field]).toBeInstanceOf(Array)
    expect(execution.history).toEqual(JSON.parse(JSON.stringify(swapped.history)))
  })

  it('is the same text for the same reports', () => {
    expect(jsonText([report()], CONTEXT)).toBe(jsonText([report()], CONTEXT))
  })

  it('can be printed whatever the subject answered', () => {
    const history = swapped.history.map((event) =>
      event.type === 'ok' ? { ...event, output: { big: 1n, socket: process.stdout } } : event,
    )
    const text = jsonText([report({ counterexamples: [counterexample({ execution: { ...swapped, history } })] })], CONTEXT)
    expect(text).toContain('"$bigint": "1"')
  })
})

describe('plain data', () => {
  it('is the value itself where JSON carries it', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        (value) => void expect(JSON.stringify(plainData(value))).toBe(JSON.stringify(normal(value))),
      ),
      { seed: 7 },
    )
  })

  it('is always JSON', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          const data = plainData(value)
          if (data !== undefined) expect(JSON.parse(JSON.stringify(data))).toEqual(data)
        },
      ),
      { seed: 7 },
    )
  })

  it('tells what JSON cannot carry', () => {
    const cyclic: Record<string, unknown> = { list: [] }
    cyclic.self = cyclic
    expect(plainData(cyclic)).toEqual({ list: [], self: { $cycle: true } })
    expect(plainData([Number.NaN, -0, 5n, Symbol('s'), undefined])).toEqual([
      { $number: 'NaN' },
      { $number: '-0' },
      { $bigint: '5' },
      { $symbol: 's' },
      null,
    ])
    expect(plainData(Buffer.from('é'))).toEqual({ $bytes: 'w6k=' })
    expect(plainData(new Map([['k', new Set([1])]]))).toEqual({ $map: [['k', { $set: [1] }]] })
    expect(plainData(Object.assign(new TypeError('no'), { code: 'E' }))).toEqual({
      $error: 'TypeError',
      message: 'no',
      code: 'E',
    })
    expect(plainData({ gone: undefined, when: new Date(0), never: new Date(Number.NaN) })).toEqual({
      when: '1970-01-01T00:00:00.000Z',
      never: { $date: 'invalid' },
    })
    expect(
      plainData({
        get bad(): string {
          throw new Error('getter')
        },
      }),
    ).toEqual({ bad: { $error: 'Error', message: 'getter' } })
    expect(plainData(function named() {})).toEqual({ $function: 'named' })
  })

  it('ends on graphs without end', () => {
    const nodes: Record<string, unknown>[] = Array.from({ length: 40 }, () => ({}))
    for (const node of nodes) for (const [index, other] of nodes.entries()) node[`n${index}`] = other
    expect(JSON.stringify(plainData(nodes))).toContain('$tooMuch')
    let deep: unknown = 'x'
    for (let i = 0; i < 10_000; i++) deep = [deep]
    expect(JSON.stringify(plainData(deep))).toContain('$tooMuch')
  })

  it('is what jsonDocument holds', () => {
    expect(jsonDocument([], CONTEXT).reports).toEqual([])
  })
})

/** JSON has no -0; the plain form tells it apart. */
const normal = (value: unknown): unknown => {
  if (Object.is(value, -0)) return { $number: '-0' }
  if (Array.isArray(value)) return value.map(normal)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, normal(one)]))
    : value
}
