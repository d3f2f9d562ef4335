// Tokens are found as whole words anywhere in data, and nowhere else.
import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '../../harness/core/history.js'
import { carries, tokensIn, tokensOf } from '../../harness/core/tokens.js'

const invoke = (input: unknown, token?: string): HistoryEvent => ({
  n: 0,
  atMs: 0,
  step: 0,
  actor: 'ann',
  call: 0,
  type: 'invoke',
  op: 'echo',
  input,
  ...(token === undefined ? {} : { token }),
})

describe('carries', () => {
  const cyclic: Record<string, unknown> = { a: [1, 2] }
  cyclic.self = cyclic
  cyclic.list = [cyclic, { deep: [cyclic, { er: [cyclic, 'TAG-1'] }] }]

  const without: Record<string, unknown> = { a: [1, 'TAG-10'] }
  without.list = [without, [without, { without }]]

  it.each([
    ['the word itself', 'TAG-1'],
    ['a word in a sentence', 'echo TAG-1 done'],
    ['a word beside punctuation', '<TAG-1>,'],
    ['a value inside objects and arrays', { a: [{ b: 'x TAG-1' }] }],
    ['a key', { 'TAG-1': null }],
    ['JSON inside JSON inside JSON', JSON.stringify(JSON.stringify({ out: JSON.stringify({ out: 'line\nTAG-1\n' }) }))],
    ['text behind an escaped line break', 'a\\nTAG-1\\nb'],
    ['text behind an escaped code point', 'a\\u000aTAG-1'],
    ['the second occurrence, where the first is part of a longer word', 'TAG-10 TAG-1'],
    ['bytes', new TextEncoder().encode('é TAG-1 é')],
    ['a map', new Map([['k', 'TAG-1']])],
    ['a set', new Set(['TAG-1'])],
    ['an error', new Error('no TAG-1')],
    ['the cause of an error', new Error('no', { cause: 'TAG-1' })],
    ['a graph with cycles', cyclic],
    ['text between characters outside of ASCII', '答TAG-1答'],
    ['a megabyte', `${'x'.repeat(1 << 20)} TAG-1`],
  ])('finds a token in %s', (_, value) => {
    expect(carries(value, 'TAG-1')).toBe(true)
  })

  it.each([
    ['a longer number', 'TAG-10'],
    ['a longer word', 'XTAG-1'],
    ['a word that goes on', 'TAG-1_x'],
    ['two frames run together', 'TAG-1TAG-2'],
    ['another case', 'tag-1'],
    ['nothing', undefined],
    ['null', null],
    ['a function', () => 'TAG-1'],
    ['a cyclic graph without it', without],
  ])('does not find it in %s', (_, value) => {
    expect(carries(value, 'TAG-1')).toBe(false)
  })

  it('finds numbers by their decimal form alone', () => {
    expect(carries({ id: 7 }, '7')).toBe(true)
    expect(carries({ id: 70, big: 7n }, '7')).toBe(true)
    expect(carries([70, 17], '7')).toBe(false)
  })

  it('ends on a wide graph with cycles everywhere', () => {
    const nodes: unknown[][] = Array.from({ length: 300 }, () => [])
    for (const node of nodes) node.push(...nodes)
    expect(carries(nodes, 'TAG-1')).toBe(false)
    nodes[299]?.push('TAG-1')
    expect(carries(nodes, 'TAG-1')).toBe(true)
  })
})

describe('tokens of invocations', () => {
  it('are the announced ones where there are any', () => {
    expect(tokensOf([invoke('x', 'a'), invoke('TAG-9', 'b')])).toEqual(['a', 'b'])
  })

  it('are else the first word of each input that looks like a token and is nobody else’s', () => {
    expect(tokensOf([invoke({ cmd: 'echo TAG-1', dir: 'dir-1' }), invoke({ dir: 'dir-1', cmd: 'echo TAG-2' })])).toEqual([
      'TAG-1',
      'TAG-2',
    ])
  })

  it('are missing where inputs share all their words or have none', () => {
    expect(tokensOf([invoke('seat-1'), invoke('seat-1'), invoke(7), invoke(undefined)])).toEqual([null, null, null, null])
  })

  it('are looked for in what JSON shows', () => {
    expect(tokensIn({ a: ['TAG-1', { b: 'x TAG-22' }] })).toEqual(['TAG-1', 'TAG-22'])
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    expect(tokensIn(cyclic)).toEqual([])
  })
})
