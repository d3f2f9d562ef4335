// What one of several parts of a search hands on to whoever merges them: all that it has seen, share by share, in one word.
import { z } from 'zod'
import { HarnessError } from '../../core/errors.js'
import { type BudgetSpec, brokenBecause, pack, type Settled, type SubjectFacts, unpack } from '../../search/index.js'
import type { Problem, Target } from '../messages.js'

export interface ShardData {
  readonly format: 1
  /** A file relative to where the command ran. */
  readonly target: Target
  readonly subject: SubjectFacts
  readonly runtime: string
  readonly strategy: string
  readonly seed: number
  readonly budget: BudgetSpec
  readonly schedules: number
  /** Whether one variant was named: then a race is a failure, whatever is expected. */
  readonly named: boolean
  readonly race: string | null
  /** A failure did not end it. */
  readonly keepGoing: boolean
  /** Of the shares that count here: up to the one at which this part has ended. */
  readonly shares: readonly Settled[]
  /** What kept a share from being explored. */
  readonly broken: { readonly share: number; readonly problem: Problem } | null
  readonly interrupted: boolean
  readonly ms: number
  /** What happened on the way. */
  readonly notes: readonly string[]
}

const PREFIX = 'cws1.'
/** Of ten million executions of an enumeration, at about 40 bytes for each; of others there are counts only, for each share. */
const UNPACKED_AT_MOST = 512 * 2 ** 20

export const encodeShard = (data: ShardData): string => `${PREFIX}${pack(data)}`

const count = z.int().min(0)
const text = z.string()
const finding = z.looseObject({
  scheduleNumber: count,
  foundMs: z.number(),
  verdict: z.looseObject({ oracle: text, message: text }),
})
const counts = z.array(count)
const seen = z.looseObject({ executed: z.boolean(), operation: z.boolean(), overlap: z.boolean(), choice: z.boolean() })
const visit = z.looseObject({ traceHash: count, born: count, kinds: z.array(text).optional(), seen: seen.optional() })
const walk = z.looseObject({
  workload: count,
  visited: counts,
  born: counts,
  cutShort: count,
  strayed: count,
  kinds: z.array(text),
})
const claims = z.looseObject({
  series: count,
  complete: count,
  last: text.nullable(),
  open: count.default(0),
  walk: walk.nullable().default(null),
})
const account = z.looseObject({
  executions: count,
  workloads: count,
  distinct: count,
  shared: z
    .looseObject({ workload: count, traces: z.array(count).nullable() })
    .nullable()
    .default(null),
  untold: count,
  draws: count,
  native: count,
  noted: z.array(z.looseObject({ verdict: z.looseObject({ outcome: text, oracle: text, message: text }), count })),
  seen,
  claims,
  findings: z.array(finding),
  other: finding.nullable(),
  visits: z.array(visit).nullable().default(null),
})
const shard = z.looseObject({
  format: z.literal(1),
  target: z.union([z.looseObject({ registered: text }), z.looseObject({ file: text })]),
  subject: z.looseObject({
    scenario: text,
    variant: text,
    expect: text.nullable(),
    model: text,
    whole: z.boolean(),
    recordsOperations: z.boolean(),
  }),
  runtime: text,
  strategy: text,
  seed: count,
  budget: z.union([z.looseObject({ executions: count }), z.looseObject({ ms: z.number() })]),
  schedules: count,
  named: z.boolean(),
  race: text.nullable(),
  keepGoing: z.boolean().default(false),
  shares: z.array(z.looseObject({ share: count, account })),
  broken: z.looseObject({ share: count, problem: z.looseObject({ code: text, fault: text, text }) }).nullable(),
  interrupted: z.boolean(),
  ms: z.number(),
  notes: z.array(text),
})

/** Throws `BAD_REPORT` where it was altered. `file`: where it comes from. */
export const decodeShard = (word: string, file: string): ShardData => {
  const broken = word.startsWith(PREFIX) ? brokenBecause(word.slice(PREFIX.length)) : 'it is of another format'
  if (broken !== null) throw altered(file, broken)
  const { success, data, error } = shard.safeParse(unpacked(word.slice(PREFIX.length), file))
  if (success) return data as unknown as ShardData
  const [issue] = error.issues
  throw altered(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

const unpacked = (word: string, file: string): unknown => {
  try {
    return unpack(word, UNPACKED_AT_MOST)
  } catch (cause) {
    throw altered(file, cause instanceof Error ? cause.message : String(cause))
  }
}

const altered = (file: string, why: string): HarnessError =>
  new HarnessError('BAD_REPORT', `the part of a search in ${file} cannot be read: ${why}`, {
    usually: 'a file that was cut or edited, or that another version wrote',
    remedy: 'run that part again, with --json or --reporter json=FILE',
  })
