// Data as one word: deflated JSON in base64url, and a checksum that shows where some of it was lost.
import zlib from 'node:zlib'

/** Captured at import: the tool never goes through what it fakes. */
const { deflateRawSync, inflateRawSync, crc32 } = zlib

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')

/** `<base64url>.<crc32>`: letters, digits, `_`, `.` and `-` only. */
export const pack = (value: unknown): string => {
  const body = deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64url')
  return `${body}.${checksum(body)}`
}

/** Why a text cannot be unpacked; `null` where its parts fit together. */
export const brokenBecause = (text: string): string | null => {
  const [, body, sum] = PACKED.exec(text) ?? []
  if (body === undefined) return 'it does not have the form of one'
  return checksum(body) === sum ? null : 'its checksum does not fit'
}

const PACKED = /^([A-Za-z0-9_-]+)\.([0-9a-f]{8})$/

/** Throws what zlib or JSON throw. `atMost`: bytes, since a few hundred must not become gigabytes. */
export const unpack = (text: string, atMost: number): unknown => {
  const body = text.slice(0, text.indexOf('.'))
  return JSON.parse(inflateRawSync(Buffer.from(body, 'base64url'), { maxOutputLength: atMost }).toString('utf8'))
}
