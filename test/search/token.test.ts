// Tokens: whole or refused.
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { HarnessError } from '../../harness/core/errors.js'
import { decodeToken, encodeToken, parseContent, type TokenContent } from '../../harness/search/index.js'
import { workloadOf } from './toy-subjects.js'

const content: TokenContent = {
  format: 1,
  id: 'rpc-shared-socket',
  variant: 'faulty',
  runtime: 'node',
  model: 'loop1.100.250.10.4',
  workload: workloadOf(1, 2),
  policy: {
    seed: 0xffffffff,
    pick: 'first',
    deviations: [
      { hold: 'ann|net.data rpc|1', until: 'last' },
      { at: 'bøb|net.write 猫|1', nth: 2, step: 7, take: 'ann|timer 50 ms|1', index: 1 },
    ],
  },
  drawn: { seed: -5, path: '3:0:1' },
}

const pack = (value: unknown): string => {
  const body = deflateRawSync(JSON.stringify(value)).toString('base64url')
  return `cw1.${body}.${crc32(body).toString(16).padStart(8, '0')}`
}

const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof HarnessError) return error.code
    throw error
  }
  return 'none'
}

describe('tokens', () => {
  test('come back as they were', () => {
    expect(decodeToken(encodeToken(content))).toEqual(content)
  })

  test('are one word of letters, digits, _, . and -', () => {
    expect(encodeToken(content)).toMatch(/^cw1\.[A-Za-z0-9_-]+\.[0-9a-f]{8}$/)
  })

  test.each([
    { pick: 'uniform', stay: 0 },
    { pick: 'priority', over: 'lane', changeAt: [1, 5], redrawOnClash: false },
    { pick: 'weighted', weights: { ann: 3, 'main/2': 1 } },
  ] as const)('hold every pick: $pick', (pick) => {
    const drawn = { ...content, policy: { seed: 3, deviations: [], ...pick } }
    expect(decodeToken(encodeToken(drawn))).toEqual(drawn)
  })

  test('keep fields that they do not know', () => {
    expect(decodeToken(pack({ ...content, note: 'x', workload: { ...content.workload, more: [1] } }))).toMatchObject({
      note: 'x',
      workload: { more: [1] },
    })
  })

  test('survive the line breaks of a terminal', () => {
    const token = encodeToken(content)
    expect(decodeToken(` ${token.slice(0, 40)}\n  ${token.slice(40)}\n`)).toEqual(content)
  })

  test('are refused when cut anywhere, or with any one character changed', () => {
    const token = encodeToken(content)
    for (let length = 0; length < token.length; length++)
      expect(codeOf(() => decodeToken(token.slice(0, length)))).toBe('BAD_TOKEN')
    for (let i = 4; i < token.length; i++) {
      const other = token[i] === 'a' ? 'b' : 'a'
      expect(codeOf(() => decodeToken(token.slice(0, i) + other + token.slice(i + 1)))).toBe('BAD_TOKEN')
    }
  })

  test.each(['', 'hello', 'cw1', 'cw1..00000000', '../../etc/passwd', 'cw1.AAAA.ffffffff'])('%j is no token', (text) => {
    expect(codeOf(() => decodeToken(text))).toBe('BAD_TOKEN')
  })

  test.each([
    [null],
    [{ ...content, policy: { pick: 'first' } }],
    [{ ...content, policy: { ...content.policy, seed: -1 } }],
    [{ ...content, policy: { ...content.policy, deviations: [{ at: 'x' }] } }],
    [{ ...content, workload: { callers: [] } }],
    [{ ...content, format: 0 }],
  ])('a well packed token with other content is refused: %j', (value) => {
    expect(codeOf(() => decodeToken(pack(value)))).toBe('BAD_TOKEN')
  })

  test('of a newer format are told apart from broken ones', () => {
    expect(codeOf(() => decodeToken('cw2.whatever'))).toBe('TOKEN_TOO_NEW')
    expect(codeOf(() => decodeToken(pack({ ...content, format: 2 })))).toBe('TOKEN_TOO_NEW')
    expect(codeOf(() => parseContent({ format: 3 }))).toBe('TOKEN_TOO_NEW')
  })

  test('that would unpack to gigabytes are refused', () => {
    expect(codeOf(() => decodeToken(pack('x'.repeat(65 * 2 ** 20))))).toBe('BAD_TOKEN')
  })
})
