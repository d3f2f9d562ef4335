// Workloads: unique tokens that stay, small counterexamples, and seeds and paths that reproduce.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawWorkloads, sampleWorkloads, workloads } from '../../harness/callers/workloads.js'
import type { CallersSpec } from '../../harness/core/scenario.js'
import type { Operation, Workload } from '../../harness/core/workload.js'

const spec: CallersSpec = {
  count: { min: 2, max: 10 },
  each: { min: 1, max: 5 },
  operations: {
    read: (token, draw) => ({ tag: token, path: `key-${draw}` }),
    write: (token, draw) => ({ tag: token, draw }),
  },
}
const operationsOf = ({ callers }: Workload): Operation[] => callers.flatMap(({ operations }) => operations)
const drawOf = ({ op, input }: Operation): number =>
  op === 'read' ? Number((input as { path: string }).path.slice('key-'.length)) : (input as { draw: number }).draw

describe('workloads', () => {
  it('keep to their ranges, name callers in order and give every operation a token of its own', () => {
    fc.assert(
      fc.property(workloads(spec), (workload) => {
        const { callers, subjectSeed } = workload
        expect(callers.length).toBeGreaterThanOrEqual(2)
        expect(callers.length).toBeLessThanOrEqual(10)
        expect(callers.map(({ name }) => name)).toEqual(
          ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'joe'].slice(0, callers.length),
        )
        for (const { operations } of callers) expect([1, 2, 3, 4, 5]).toContain(operations.length)
        const tokens = operationsOf(workload).map(({ token }) => token)
        expect(new Set(tokens).size).toBe(tokens.length)
        for (const one of operationsOf(workload)) {
          expect((one.input as { tag: string }).tag).toBe(one.token)
          expect(drawOf(one)).toBeLessThan(65_536)
        }
        expect(subjectSeed).toBe(subjectSeed >>> 0)
        expect(JSON.parse(JSON.stringify(workload))).toEqual(workload)
      }),
    )
  })

  it('reach both ends of every range', () => {
    // 300 draws miss the rarest of these (a caller count, 1 in 9) with probability (8/9)^300 < 1e-15.
    const sample = sampleWorkloads(spec, 1, 300)
    expect(new Set(sample.map(({ callers }) => callers.length)).size).toBe(9)
    expect(new Set(sample.flatMap(({ callers }) => callers.map(({ operations }) => operations.length))).size).toBe(5)
    expect(new Set(sample.flatMap(operationsOf).map(({ op }) => op))).toEqual(new Set(['read', 'write']))
  })

  it('are small by default: two to four callers, one to three operations each', () => {
    const sample = sampleWorkloads({ operations: spec.operations }, 2, 200)
    expect([...new Set(sample.map(({ callers }) => callers.length))].sort()).toEqual([2, 3, 4])
    expect([...new Set(sample.flatMap(({ callers }) => callers.map(({ operations }) => operations.length)))].sort()).toEqual([
      1, 2, 3,
    ])
  })

  it.each([
    ['no operations', { operations: {} }],
    ['no callers', { ...spec, count: { min: 0, max: 1 } }],
    ['a range upside down', { ...spec, each: { min: 3, max: 2 } }],
  ])('are refused with %s', (_, bad: CallersSpec) => {
    expect(() => workloads(bad)).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
  })
})

describe('drawing', () => {
  it('is null where everything passes, after as many workloads as asked for', async () => {
    let tried = 0
    expect(await drawWorkloads(spec, { seed: 1, runs: 25 }, async () => ++tried > 0)).toBeNull()
    expect(tried).toBe(25)
  })

  it.each([1, 2, 3, 4, 5])(
    'shrinks to the fewest callers and operations, the first kind and the smallest numbers (seed %i)',
    async (seed) => {
      const passes = async (workload: Workload): Promise<boolean> => !operationsOf(workload).some((one) => drawOf(one) >= 1000)
      const found = await drawWorkloads(spec, { seed, runs: 100 }, passes)
      const workload = found?.workload as Workload
      expect(workload.callers.map(({ name, operations }) => [name, operations.length])).toEqual([
        ['ann', 1],
        ['bob', 1],
      ])
      const all = operationsOf(workload)
      expect(all.map(({ op }) => op)).toEqual(['read', 'read'])
      expect(all.map(drawOf).sort((a, b) => a - b)).toEqual([0, 1000])
      expect(workload.subjectSeed).toBe(0)
    },
  )

  it('keeps three callers where three are needed, and only the operations that are', async () => {
    const passes = async ({ callers }: Workload) =>
      !(callers.length >= 3 && callers.some(({ operations }) => operations.length >= 2))
    const found = await drawWorkloads(spec, { seed: 7, runs: 100 }, passes)
    expect(found?.workload.callers.map(({ operations }) => operations.length).sort()).toEqual([1, 1, 2])
  })

  it('never gives a token to another operation while it shrinks', async () => {
    const seen: Workload[] = []
    const passes = async (workload: Workload): Promise<boolean> => {
      seen.push(workload)
      return operationsOf(workload).length < 4
    }
    const found = await drawWorkloads({ ...spec, each: { min: 1, max: 2 } }, { seed: 3, runs: 100 }, passes)
    expect(found?.shrinks).toBeGreaterThan(0)
    const original = seen.find((workload) => operationsOf(workload).length >= 4) as Workload
    const order = operationsOf(original).map(({ token }) => token)
    const after = seen.slice(seen.indexOf(original))
    for (const workload of after) {
      const tokens = operationsOf(workload).map(({ token }) => token)
      expect(tokens).toEqual(order.filter((token) => tokens.includes(token)))
    }
  })

  it('draws the same workloads from the same seed, and the failing one from its path', async () => {
    const fails = ({ callers }: Workload) => callers.length >= 5
    const draw = async (path?: string) => {
      const seen: string[] = []
      const options = { seed: 11, runs: 50, ...(path === undefined ? {} : { path }) }
      const found = await drawWorkloads(spec, options, async (workload) => {
        seen.push(JSON.stringify(workload))
        return !fails(workload)
      })
      return { seen, found }
    }
    const first = await draw()
    expect(await draw()).toEqual(first)
    const again = await draw(first.found?.path)
    expect(again.seen[0]).toBe(JSON.stringify(first.found?.workload))
    expect(again.found?.workload).toEqual(first.found?.workload)
  })

  it('lets an error through at once: that is no failure of a workload', async () => {
    let tried = 0
    const broken = drawWorkloads(spec, { seed: 1, runs: 50 }, async () => {
      if (++tried === 3) throw new Error('the runtime is broken')
      return true
    })
    await expect(broken).rejects.toThrow('the runtime is broken')
    expect(tried).toBe(3)
  })

  it('ends with its signal, before or while it shrinks', async () => {
    const early = new AbortController()
    let tried = 0
    const passes = async (): Promise<boolean> => {
      if (++tried === 4) early.abort()
      return true
    }
    expect(await drawWorkloads(spec, { seed: 1, runs: 1000, signal: early.signal }, passes)).toBeNull()
    expect(tried).toBe(4)

    const late = new AbortController()
    const fails = async (): Promise<boolean> => {
      late.abort()
      return false
    }
    const found = await drawWorkloads(spec, { seed: 1, runs: 1000, signal: late.signal }, fails)
    expect(found).toMatchObject({ shrinks: 0, workload: sampleWorkloads(spec, 1, 1)[0] })
  })
})
