// Framing: whatever the chunks, the messages are the same.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSplitter, frame } from '../../harness/dispatchers/frames.js'

/** Cuts `bytes` at the given places. */
const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const ends = [...new Set([...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end))
}
const readBack = (chunks: readonly Uint8Array[]): unknown[] => {
  const splitter = createSplitter()
  const messages = chunks.flatMap((chunk) => splitter.push(chunk)).map((line) => JSON.parse(line) as unknown)
  expect(splitter.pending).toBe(0)
  return messages
}

describe('frames', () => {
  it('come out whole however the bytes are cut, characters of several bytes included', () => {
    const message = fc.record({ text: fc.string({ unit: 'grapheme' }), n: fc.integer() })
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat()), (messages, places) => {
        const bytes = Buffer.concat(messages.map((one) => frame(JSON.stringify(one))))
        expect(readBack(cut(bytes, places))).toEqual(messages)
      }),
    )
  })

  it('come out whole byte by byte', () => {
    const messages = ['é', '漢字', '👩‍👩‍👧', 'a\nb\u2028c', '']
    const bytes = Buffer.concat(messages.map((one) => frame(JSON.stringify(one))))
    expect(readBack([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(messages)
  })

  it.each([65_535, 65_536, 65_537, 1_048_576])('of %i bytes arrive whole in chunks of 64 KiB and of 1,000 bytes', (size) => {
    const text = 'é'.repeat((size - 3) >> 1) + 'x'.repeat((size - 3) % 2)
    const bytes = frame(JSON.stringify(text))
    expect(bytes.length).toBe(size)
    for (const length of [65_536, 1000]) {
      const places = Array.from({ length: Math.ceil(size / length) }, (_, i) => i * length)
      expect(readBack(cut(bytes, places))).toEqual([text])
    }
  })

  it('keep an unfinished line back and skip empty ones', () => {
    const splitter = createSplitter()
    expect(splitter.push(Buffer.from('\n\r\n1\n2'))).toEqual(['1'])
    expect(splitter.pending).toBe(1)
    expect(splitter.push(Buffer.from('3\n'))).toEqual(['23'])
  })
})
