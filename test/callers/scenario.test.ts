// Scenario files: types that come by themselves, and mistakes that are said at once.
import { describe, expect, expectTypeOf, it } from 'vitest'
import { callers, scenario } from '../../harness/callers/scenario.js'

const one = { variants: { faulty: async () => ({ connect: (n: number) => ({ get: () => n }) }) } }
const rest = { name: 'one', story: '', callers: callers({ operations: { get: (token) => token } }), oracles: [] }

describe('a scenario', () => {
  it('knows what its variants export and what open returns', () => {
    const described = scenario({
      ...rest,
      variants: { ...one.variants, fixed: async () => ({ connect: (n: number) => ({ get: () => n, extra: true }) }) },
      open: ({ connect }) => {
        expectTypeOf(connect).parameter(0).toEqualTypeOf<number>()
        return connect(7)
      },
      perform: (subject, { op }) => {
        expectTypeOf(subject.get()).toEqualTypeOf<number>()
        return op
      },
      expect: { faulty: 'own-response', fixed: 'pass' },
    })
    expect(described.name).toBe('one')
  })

  it('is refused where it speaks of a variant that it does not have', () => {
    const open = ({ connect }: { connect: (n: number) => unknown }) => connect(1)
    const described = { ...rest, ...one, open }
    for (const bad of [{ expect: { fixed: 'pass' } }, { overrides: { fixd: {} } }]) {
      expect(() => scenario({ ...described, ...bad })).toThrow(expect.objectContaining({ code: 'BAD_SCENARIO_FILE' }))
    }
    expect(scenario({ ...described, expect: { faulty: 'leaks' } })).toBeDefined()
  })

  it('is refused with callers that cannot be', () => {
    expect(() => callers({ operations: {} })).toThrow(/BAD_OPTION/)
    expect(() => callers({ operations: rest.callers.operations, count: { min: 3, max: 2 } })).toThrow(/BAD_OPTION/)
  })
})
