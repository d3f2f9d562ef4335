// The files that `crosswire merge` is given: documents of `--json`, each of one part of the same search.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { ERROR_CODES, type ErrorCode, HarnessError } from '../../core/errors.js'
import { refuseNewer } from '../../core/format.js'
import type { Counterexample, SearchReport } from '../../core/report.js'
import type { Problem } from '../messages.js'
import { decodeShard, type ShardData } from './shard-data.js'

/** One search, as one machine has seen its part of it. */
export interface Part {
  /** Where it comes from. */
  readonly file: string
  readonly index: number
  readonly of: number
  /** `null`: its search has never begun. */
  readonly data: ShardData | null
  readonly report: SearchReport
  readonly problem: Problem | null
  readonly counterexamples: readonly Counterexample[]
}

const document = z.looseObject({
  format: z.literal(1),
  reports: z.array(
    z.looseObject({
      scenario: z.string(),
      variant: z.string(),
      counterexamples: z.array(z.looseObject({ token: z.string() })),
      shard: z.looseObject({ index: z.int().min(1), of: z.int().min(1), seen: z.string().nullable() }),
    }),
  ),
  errors: z.array(z.looseObject({ scenario: z.string(), variant: z.string(), code: z.string(), text: z.string() })).default([]),
})

/** Throws `BAD_REPORT`, or `TOKEN_TOO_NEW`. */
export const readParts = (files: readonly string[], cwd: string): Part[] =>
  files.flatMap((file) => {
    const { reports, errors } = readDocument(file, resolve(cwd, file))
    return reports.map((report): Part => {
      const { index, of, seen } = report.shard
      const error = errors.find(({ scenario, variant }) => scenario === report.scenario && variant === report.variant)
      return {
        file,
        index,
        of,
        data: seen === null ? null : decodeShard(seen, file),
        report: report as unknown as SearchReport,
        problem: error === undefined ? null : problemOf(error),
        counterexamples: report.counterexamples as unknown as readonly Counterexample[],
      }
    })
  })

const problemOf = ({ code, text }: { readonly code: string; readonly text: string }): Problem => {
  const known = Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : 'INTERNAL'
  return { code: known, fault: ERROR_CODES[known].fault, text }
}

const readDocument = (file: string, path: string): z.infer<typeof document> => {
  const value = parsed(file, path)
  refuseNewer(value, file)
  const { success, data, error } = document.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw new HarnessError('BAD_REPORT', `${file} is no report of a part of a search`, {
    found: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    expected: 'what crosswire run --shard 1/3 --json has written',
  })
}

const parsed = (file: string, path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new HarnessError('BAD_REPORT', `${file} cannot be read: ${(error as Error).message}`, {
      expected: 'a file that crosswire run --shard 1/3 --reporter json=FILE has written',
    })
  }
}
