// Reads a race file back: whatever is wrong with it is told by file and key.
import { z } from 'zod'
import { HarnessError } from '../../core/errors.js'
import { refuseNewer } from '../../core/format.js'
import { tokenShape } from '../token.js'
import type { RaceFile } from './race-file.js'

const text = z.string().min(1)
const end = z.looseObject({ actor: z.string(), at: text, code: z.string().optional(), nth: z.int().min(1).optional() })
const count = z.int().min(0)

/** Callers, and operations of all of them: the reports of a race file show each, and no person reads more. */
const CALLERS_AT_MOST = 5000
const OPERATIONS_AT_MOST = 5000

const { workload } = tokenShape.shape
const isReadable = ({ callers }: z.infer<typeof workload>): boolean =>
  callers.length <= CALLERS_AT_MOST && callers.reduce((sum, { operations }) => sum + operations.length, 0) <= OPERATIONS_AT_MOST

const shape = tokenShape.extend({
  workload: workload.refine(isReadable, `at most ${CALLERS_AT_MOST} callers, and ${OPERATIONS_AT_MOST} operations in all`),
  file: text.optional(),
  race: z.string().nullable(),
  verdict: z.looseObject({ oracle: text, symptom: z.string().optional(), message: z.string() }),
  explanation: z.looseObject({ sentence: z.string().nullable(), pair: z.tuple([end, end]).nullable() }).optional(),
  end: z.looseObject({ kind: text, waiting: z.array(z.string()) }).optional(),
  known: z.looseObject({ until: z.iso.date('a day, as in 2027-01-31'), reason: text }).optional(),
  byIndex: z.array(z.looseObject({ step: count, index: count })).optional(),
  versions: z.record(z.string(), z.string()),
})

/**
 * `file`: for whoever has to mend it. Unknown fields are kept. Throws `BAD_RACE_FILE` with the file and the first key that is wrong, and
 * `TOKEN_TOO_NEW` where a newer format wrote it.
 */
export const parseRaceFile = (content: string, file: string): RaceFile => {
  const value = parsed(content, file)
  if (isDeeper(value, DEEP_AT_MOST)) throw badRaceFile(file, { what: `its lists and objects are more than ${DEEP_AT_MOST} deep` })
  refuseNewer(value, file)
  const wrong = firstWrong(value)
  if (wrong !== null) throw badRaceFile(file, wrong)
  return value as RaceFile
}

/** Whoever writes it again goes into it by calls of functions. */
const DEEP_AT_MOST = 100

const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' && value !== null && (most === 0 || Object.values(value).some((each) => isDeeper(each, most - 1)))

export interface Wrong {
  readonly what: string
  readonly found?: string
  readonly expected?: string
}

export const badRaceFile = (file: string, { what, ...help }: Wrong): HarnessError =>
  new HarnessError('BAD_RACE_FILE', `${file}: ${what}`, {
    ...help,
    usually: 'an edit by hand, or a merge of two files',
    remedy: 'mend the key, or delete the file and let `crosswire run --save` write it anew',
  })

const parsed = (content: string, file: string): unknown => {
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''))
  } catch (error) {
    throw badRaceFile(file, { what: 'it is no JSON', found: (error as Error).message })
  }
}

const firstWrong = (value: unknown): Wrong | null => {
  const issue = issueIn(value)
  if (issue === null) return null
  const path = issue.path.map(String)
  const key = path.length === 0 ? 'its content' : `\`${path.join('.')}\``
  return { what: `${key} is not what a race file holds`, found: foundAt(value, issue.path), expected: issue.message }
}

/** Alternatives (a hold or a deviation) fail with those of each: the one that came furthest says most. */
const issueIn = (value: unknown): { path: PropertyKey[]; message: string } | null => {
  try {
    const [issue] = shape.safeParse(value).error?.issues ?? []
    if (issue === undefined) return null
    const inner = issue.code === 'invalid_union' ? issue.errors.flat().find(({ path }) => path.length > 0) : undefined
    return inner === undefined ? issue : { path: [...issue.path, ...inner.path], message: inner.message }
  } catch (error) {
    // What is nested ten thousand deep.
    return { path: [], message: (error as Error).message }
  }
}

const SHOWN = 60

const foundAt = (value: unknown, path: readonly PropertyKey[]): string => {
  let at: unknown = value
  for (const key of path) at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key]
  if (at === undefined) return 'nothing'
  if (typeof at === 'object' && at !== null) return Array.isArray(at) ? 'a list' : 'an object'
  const said = JSON.stringify(at)
  return said.length > SHOWN ? `${said.slice(0, SHOWN)}...` : said
}
