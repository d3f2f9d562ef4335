// A scenario file that is wrong is told by field, with what was found and what is expected.
import { describe, expect, it } from 'vitest'
import { checkScenario } from '../../../harness/cli/child/check-scenario.js'
import { scenarioSubject } from '../../../harness/cli/child/scenario-subject.js'
import { scenarios } from '../../support/scenarios.js'

const GOOD = {
  name: 'mine',
  callers: { operations: { read: (token: string) => ({ tag: token }) } },
  variants: { a: async () => ({}), b: async () => ({}) },
  open: () => ({ call: () => null }),
}

const errorOf = (changes: object): string => {
  try {
    checkScenario({ ...GOOD, ...changes }, 'my.scenario.ts')
    return 'none'
  } catch (error) {
    return String(error)
  }
}

describe('a field that is wrong', () => {
  it.each<[string, object, string]>([
    ['name', { name: '' }, '""'],
    ['story', { story: 4 }, '4'],
    ['callers', { callers: undefined }, 'nothing'],
    ['callers.count.min', { callers: { ...GOOD.callers, count: { min: 0, max: 2 } } }, '0'],
    ['callers.operations', { callers: { operations: {} } }, '{}'],
    ['callers.operations.read', { callers: { operations: { read: 'x' } } }, '"x"'],
    ['variants', { variants: {} }, '{}'],
    ['variants.a', { variants: { a: './a.js' } }, '"./a.js"'],
    ['open', { open: null }, 'null'],
    ['perform', { perform: 'x' }, '"x"'],
    ['oracles', { oracles: 'x' }, '"x"'],
    ['oracles', { oracles: () => [] }, 'a function'],
    ['oracles[0].judge', { oracles: [{ name: 'x' }] }, 'nothing'],
    ['races', { races: 'x' }, '"x"'],
    ['races[0].oracle', { races: [{ id: 'x', says: 'y' }] }, 'nothing'],
    ['expect.a', { expect: { a: 1 } }, '1'],
    ['expect.c', { expect: { a: 'pass', c: 'pass' } }, '"pass"'],
    ['overrides.c', { overrides: { c: {} } }, '{}'],
    ['overrides.a.oracles', { overrides: { a: { oracles: 'x' } } }, '"x"'],
    ['overrides.a.observe', { overrides: { a: { observe: {} } } }, '{}'],
    ['limits.steps', { limits: { steps: 0 } }, '0'],
    ['faults[0]', { faults: ['drop'] }, '"drop"'],
    ['dispatcher', { dispatcher: 'x' }, '"x"'],
    ['dispatcher.tools', { dispatcher: {} }, 'nothing'],
    ['native', { native: 'maybe' }, '"maybe"'],
    ['isolate', { isolate: 'process' }, '"process"'],
    ['recycle', { recycle: 0.5 }, '0.5'],
    ['recycle', { recycle: 0 }, '0'],
    ['recycle', { recycle: -3 }, '-3'],
  ])('%s', (field, changes, found) => {
    const text = errorOf(changes)
    expect(text).toContain(`BAD_SCENARIO_FILE: \`${field}\` of the scenario in my.scenario.ts`)
    expect(text).toContain(`found:    ${found}\n`)
    expect(text).toMatch(/expected: \S/)
  })

  it('that names a variant which does not exist is told which exist', () => {
    expect(errorOf({ expect: { c: 'pass' } })).toContain('expected: a variant of the scenario: a, b')
  })
})

describe('a scenario that is right', () => {
  it('is taken as it is, with the defaults', () => {
    expect(checkScenario(GOOD, 'x')).toMatchObject({ ...GOOD, story: '' })
    expect(Object.keys(checkScenario({ ...GOOD, variants: undefined, subject: {} }, 'x').variants)).toEqual(['subject'])
  })

  it.each(scenarios.map((each) => [each.name, each] as const))('is each of the registry: %s', (_, each) => {
    expect(checkScenario(each, 'x')).toEqual(each)
  })
})

describe('the input of an operation', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  const drawn = async (input: unknown): Promise<unknown> => {
    const scenario = checkScenario({ ...GOOD, callers: { operations: { read: () => input } } }, 'x')
    const { workloads } = await scenarioSubject(scenario, 'a')
    return workloads.draw({ seed: 1, runs: 5 }, async () => true)
  }

  it.each<[string, unknown]>([
    ['a BigInt at input.id', { id: 1n }],
    ['a function at input', () => 1],
    ['a symbol at input[1]', [1, Symbol('x')]],
    ['a cycle at input.self', cycle],
    ['NaN at input.n', { n: Number.NaN }],
    ['a Date at input.at', { at: new Date(0) }],
    ['a Map at input', new Map()],
  ])('that holds %s is refused by name', async (found, input) => {
    await expect(drawn(input)).rejects.toThrow(
      `BAD_SCENARIO_FILE: callers.operations.read of mine returns what JSON cannot carry\n  found:    ${found}\n`,
    )
  })

  it.each<[unknown]>([[undefined], [null], [{ a: [1, 'x', true, null, { b: {} }], left: undefined }]])(
    'that is plain data is taken: %o',
    async (input) => {
      const same = { x: 1 }
      await expect(drawn({ one: same, two: same })).resolves.toBeNull()
      await expect(drawn(input)).resolves.toBeNull()
    },
  )
})
