// The interpreter gives exactly the committed answers, and the committed file is what the generator writes.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { below, hashText, mix } from '../../harness/core/random.js'
import { formatVectors, generateVectors } from './generate-vectors.js'
import { answersOf, readVectors, VECTORS_FILE } from './vectors.js'

const vectors = readVectors()

describe('vectors of format 1', () => {
  test('mix, hashText and below give the committed results', () => {
    for (const [a, b, c, result] of vectors.mix) expect(mix(a, b, c)).toBe(result)
    for (const [text, result] of vectors.hashText) expect(hashText(text)).toBe(result)
    for (const [draw, bound, result] of vectors.below) expect(below(draw, bound)).toBe(result)
  })

  test('every case gets the committed answers and the committed unmet changes', () => {
    for (const { policy, options, points, unmet } of vectors.cases) {
      expect(answersOf(policy, options, points)).toEqual({ answers: points.map((point) => point[5]), unmet })
    }
  })

  test('there are 5,000 choices, with every pick, every kind, all sorts of changes and answers beyond the default', () => {
    const points = vectors.cases.flatMap((each) => each.points)
    const changes = vectors.cases.flatMap(({ policy }) => policy.deviations)
    expect(points.length).toBeGreaterThan(5_000)
    expect(new Set(vectors.cases.map(({ policy }) => policy.pick)).size).toBe(4)
    expect(new Set(points.map(([kind]) => kind)).size).toBe(6)
    expect(points.filter((point) => point[5] > 0).length).toBeGreaterThan(2_000)
    expect(changes.filter((change) => 'hold' in change).length).toBeGreaterThan(50)
    expect(changes.filter((change) => 'at' in change && change.at === '').length).toBeGreaterThan(50)
    expect(changes.filter((change) => 'at' in change && change.at !== '').length).toBeGreaterThan(50)
    expect(vectors.cases.filter(({ unmet }) => unmet.length > 0).length).toBeGreaterThan(20)
  })

  test('the committed file is what the generator writes', () => {
    expect(readFileSync(VECTORS_FILE, 'utf8')).toBe(formatVectors(generateVectors()))
  })
})
