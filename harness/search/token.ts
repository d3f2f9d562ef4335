// Replay tokens: everything that one execution needs, in one word that every shell takes.
import { z } from 'zod'
import { HarnessError } from '../core/errors.js'
import type { Policy } from '../core/policy.js'
import type { Workload } from '../core/workload.js'
import { brokenBecause, pack, unpack } from './packed.js'

/** What a token holds. Format 1; unknown fields of a decoded one are kept. */
export interface TokenContent {
  readonly format: 1
  /** Scenario or test. */
  readonly id: string
  readonly variant?: string
  readonly runtime: string
  /** Id of the loop model under which it was found. */
  readonly model: string
  /** The value itself, so that it outlives an edit of whatever drew it. */
  readonly workload: Workload
  /** Its deviations are written by key and by step. */
  readonly policy: Policy
  /** Draws the workload again as long as its arbitrary is not edited: a hint. */
  readonly drawn?: { readonly seed: number; readonly path: string }
}

const u32 = z.int().min(0).max(0xffffffff)
const count = z.int().min(0)
const change = z.union([
  z.looseObject({ hold: z.string(), until: z.string() }),
  z.looseObject({ at: z.string(), nth: count, step: count, take: z.string(), index: count }),
])
const common = { seed: u32, deviations: z.array(change) }
const policy = z.discriminatedUnion('pick', [
  z.looseObject({ ...common, pick: z.literal('first') }),
  z.looseObject({ ...common, pick: z.literal('uniform'), stay: u32 }),
  z.looseObject({
    ...common,
    pick: z.literal('priority'),
    over: z.enum(['lane', 'option']),
    changeAt: z.array(count),
    redrawOnClash: z.boolean(),
  }),
  z.looseObject({ ...common, pick: z.literal('weighted'), weights: z.record(z.string(), count) }),
])
const operation = z.looseObject({ op: z.string(), token: z.string(), input: z.json() })
/** Of a token's object; a race file holds more. */
export const tokenShape = z.looseObject({
  format: z.literal(1),
  id: z.string(),
  variant: z.string().optional(),
  runtime: z.string(),
  model: z.string(),
  workload: z.looseObject({
    callers: z.array(z.looseObject({ name: z.string(), operations: z.array(operation) })),
    subjectSeed: u32,
    value: z.union([z.string(), u32]).optional(),
  }),
  policy,
  drawn: z.looseObject({ seed: z.int(), path: z.string() }).optional(),
})

/** A token of a few hundred bytes must not become gigabytes. */
const INFLATED_AT_MOST = 64 * 2 ** 20

/** `cw1.<base64url of the deflated JSON>.<crc32>`: letters, digits, `_`, `.` and `-` only. */
export const encodeToken = (token: TokenContent): string => `cw1.${pack(token)}`

/**
 * Reads a token back; white space inside it (a terminal's line breaks) is ignored. Throws `BAD_TOKEN` where it is cut, altered or
 * no token at all, and `TOKEN_TOO_NEW` where a newer format wrote it.
 */
export const decodeToken = (text: string): TokenContent => {
  const token = text.replace(/\s+/g, '')
  if (/^cw\d+\./.test(token) && !token.startsWith('cw1.')) throw tooNew(token.slice(0, token.indexOf('.')))
  const broken = token.startsWith('cw1.') ? brokenBecause(token.slice(4)) : 'it does not have the form of one'
  if (broken !== null) throw bad(broken, token)
  return parseContent(unpacked(token))
}

/** Validates the object of a token or a race file. */
export const parseContent = (value: unknown): TokenContent => {
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > 1) throw tooNew(`format ${format}`)
  const { success, data, error } = tokenShape.safeParse(value)
  if (success) return data as TokenContent
  const [issue] = error.issues
  throw bad(
    `its content is not what a token holds: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    JSON.stringify(value),
  )
}

const unpacked = (token: string): unknown => {
  try {
    return unpack(token.slice(4), INFLATED_AT_MOST)
  } catch (cause) {
    throw bad(`it does not unpack (${cause instanceof Error ? cause.message : String(cause)})`, token)
  }
}

const SHOWN = 60

const bad = (why: string, found = ''): HarnessError =>
  new HarnessError('BAD_TOKEN', `this is no replay token: ${why}`, {
    found: found.length <= SHOWN ? found : `${found.slice(0, SHOWN)}... (${found.length} characters)`,
    expected: 'cw1.<letters and digits>.<eight hexadecimal digits>',
    usually: 'a paste that was cut',
    remedy: 'copy the whole line again',
  })

const tooNew = (found: string): HarnessError =>
  new HarnessError('TOKEN_TOO_NEW', 'the token was written by a newer crosswire', {
    found,
    expected: 'cw1',
    remedy: 'update crosswire',
  })
