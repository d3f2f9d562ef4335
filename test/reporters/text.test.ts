// Text is measured as a terminal shows it, and nothing in it can move the cursor.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, hanging, padEnd, padStart, safe, widthOf, wrap } from '../../harness/reporters/text.js'
import { count, counted, duration, keyParts, percent, spelled } from '../../harness/reporters/words.js'

/** Text as a subject may produce it: wide, combining, joined, broken, and hostile characters among the plain ones. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('日本', 'e\u0301', '👩‍👩‍👧', '\u001b[2J', '\ud83d', ' ', 'word', '\u202e'),
    ),
  )
  .map((parts) => parts.join(''))

const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

describe('text', () => {
  it('spells out control characters, lone surrogates and direction marks', () => {
    expect(safe('a\nb\tc\u001b[31md\u0000\u202ee\ud83d')).toBe('a\\nb\\tc\\e[31md\\u0000\\u202ee\\ud83d')
    expect(safe('日本 é 👩‍👩‍👧')).toBe('日本 é 👩‍👩‍👧')
  })

  it('has no control characters left, whatever it was', () => {
    fc.assert(
      fc.property(anyText, (text) => void expect(CONTROLS.test(safe(text))).toBe(false)),
      { seed: 7 },
    )
  })

  it('is cut to a width, never inside a character, and says so', () => {
    expect(cut('receive TAG-1', 20)).toBe('receive TAG-1')
    expect(cut('receive TAG-1', 10)).toBe('receive...')
    expect(cut('日本語日本語', 8)).toBe('日本...')
    expect(cut('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧...')
    expect(cut('abc', 2)).toBe('..')
  })

  it('is never wider than it was cut to', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.integer({ min: 0, max: 30 }),
        (text, width) => void expect(widthOf(cut(safe(text), width))).toBeLessThanOrEqual(width),
      ),
      { seed: 7 },
    )
  })

  it('is wrapped at spaces, long words inside, and nothing is lost', () => {
    expect(wrap('to be or not to be', 9)).toEqual(['to be or', 'not to be'])
    expect(wrap('unbelievable', 5)).toEqual(['unbel', 'ievab', 'le'])
    expect(wrap('日本語日本語', 5)).toEqual(['日本', '語日', '本語'])
    expect(wrap('', 5)).toEqual([''])
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 30 }), (text, width) => {
        const lines = wrap(safe(text), width)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
        expect(lines.join('').replaceAll(' ', '')).toBe(safe(text).replaceAll(' ', ''))
      }),
      { seed: 7 },
    )
  })

  it('hangs below its label', () => {
    expect(hanging('Why: ann was slow and bob was not', 20, 5)).toEqual(['Why: ann was slow', '     and bob was not'])
  })

  it('is padded by what is shown', () => {
    expect(padEnd('日本', 6)).toBe('日本  ')
    expect(padStart('e\u0301', 3)).toBe('  e\u0301')
    expect(padEnd('too long', 3)).toBe('too long')
  })
})

describe('words', () => {
  it('count', () => {
    expect([count(0), count(999), count(34650), count(1234567)]).toEqual(['0', '999', '34,650', '1,234,567'])
    expect([counted(1, 'call'), counted(2, 'call'), counted(0, 'process', 'processes')]).toEqual([
      '1 call',
      '2 calls',
      '0 processes',
    ])
  })

  it('tell times', () => {
    expect([0.2, 4, 999.4, 999.6, 1234, 59_949, 59_951, 125_000].map(duration)).toEqual([
      '0 ms',
      '4 ms',
      '999 ms',
      '1.0 s',
      '1.2 s',
      '59.9 s',
      '1 min 0 s',
      '2 min 5 s',
    ])
  })

  it('tell probabilities', () => {
    expect([0.5, 0.0029913, 0.000149].map(percent)).toEqual(['50 %', '0.3 %', '0.015 %'])
  })

  it('spell data in a limited width, whatever it is', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    expect(spelled({ a: [1, 'x'] }, 40)).toBe('{"a":[1,"x"]}')
    expect(spelled('a\u001b[31m', 40)).toBe('"a\\u001b[31m"')
    expect(spelled(cyclic, 40)).toBe('[object Object]')
    expect(spelled(undefined, 40)).toBe('undefined')
    expect(spelled({ big: 'x'.repeat(1 << 20) }, 20)).toBe('{"big":"xxxxxxxxx...')
    expect(spelled('日本語'.repeat(400_000), 10)).toBe('"日本語...')
  })

  it('read keys of tasks', () => {
    expect(keyParts('ann|net.data a|b|2')).toEqual({ actor: 'ann', what: 'net.data a|b', n: 2 })
    expect(keyParts('50 ms')).toBeNull()
    expect(keyParts('a|choice|of data')).toBeNull()
  })
})
