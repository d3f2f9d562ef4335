// Prefixes: what many schedules have in common is kept once, and handed on as numbers.
import { describe, expect, test } from 'vitest'
import { childrenOf, flat, type Prefix, ROOT } from '../../harness/strategies/prefix.js'

/** Its first child has so many more deviations. */
const deep = (depth: number): Prefix => {
  let prefix = ROOT
  for (let step = 0; step < depth; step++) [prefix] = childrenOf(prefix, { born: 1, beyond: [step, 2] }) as [Prefix]
  return prefix
}

describe('prefixes', () => {
  test('the calm schedule is no deviation', () => {
    expect(flat(ROOT)).toEqual([])
  })

  test('each option beyond the default one is a child, behind the deviations of its parent', () => {
    const children = childrenOf(deep(2), { born: 3, beyond: [4, 2, 7, 3] })
    expect(children.map(flat)).toEqual([
      [0, 1, 1, 1, 4, 1],
      [0, 1, 1, 1, 7, 1],
      [0, 1, 1, 1, 7, 2],
    ])
  })

  test('children share what they have in common, so that one takes no more room for being deep', () => {
    const parent = deep(50)
    for (const child of childrenOf(parent, { born: 2, beyond: [60, 3] })) {
      expect(Object.keys(child)).toEqual(['parent', 'step', 'index'])
      expect(child.parent).toBe(parent)
    }
  })
})
