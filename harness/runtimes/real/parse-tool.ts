// The command line's form of a tool: echo, reject:MESSAGE, constant:JSON, table:BY:JSON.
import type { ToolSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import type { Json } from '../../core/history.js'
import { constant, echo, rejects, table } from '../../dispatchers/tools.js'

/** Throws `BAD_OPTION`. */
export const parseTool = (text: string): ToolSpec => {
  const [, kind, rest] = /^([a-z]+)(?::(.*))?$/s.exec(text) ?? []
  if (kind === 'echo' && rest === undefined) return echo()
  if (kind === 'reject') return rest === undefined ? rejects() : rejects(rest)
  if (kind === 'constant' && rest !== undefined) return constant(json(rest))
  const [, by, values] = kind === 'table' ? (/^([^:]+):(.*)$/s.exec(rest ?? '') ?? []) : []
  if (by !== undefined && values !== undefined) return table(by, tableOf(values))
  throw bad(text, 'echo, reject[:MESSAGE], constant:JSON or table:BY:JSON')
}

const json = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    throw bad(text, 'JSON')
  }
}

const tableOf = (text: string): { readonly [key: string]: Json } => {
  const values = json(text)
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw bad(text, 'a JSON object of answers by argument')
  return values as { readonly [key: string]: Json }
}

const bad = (found: string, expected: string): HarnessError => new HarnessError('BAD_OPTION', 'not a tool', { found, expected })
