// Faults of a dispatcher: whether one strikes a request is a choice, none the default, and each rule strikes a bounded number of times.
import type { FaultKind, FaultRule } from '../core/dispatcher-spec.js'
import { HarnessError } from '../core/errors.js'
import type { Choose } from './choose.js'

const FAULT_KINDS: readonly FaultKind[] = ['drop', 'duplicate', 'error', 'garble', 'disconnect', 'half-open', 'crash']

/** What a fault may be confined to: one tool, and how often at most in an execution (default 1). */
export interface FaultBounds {
  readonly tool?: string
  readonly most?: number
}

/** The request is served, its answer lost. */
export const drops = (bounds: FaultBounds = {}): FaultRule => ({ fault: 'drop', ...bounds })
/** The answer comes twice. */
export const duplicates = (bounds: FaultBounds = {}): FaultRule => ({ fault: 'duplicate', ...bounds })
/** An error comes instead of the answer. */
export const errors = (bounds: FaultBounds = {}): FaultRule => ({ fault: 'error', ...bounds })
/** What comes instead of the answer is no answer: half a line of JSON, or what no Redis says. */
export const garbles = (bounds: FaultBounds = {}): FaultRule => ({ fault: 'garble', ...bounds })
/** The connection is closed instead of an answer; what waits behind it on the same connection is lost too. */
export const disconnects = (bounds: FaultBounds = {}): FaultRule => ({ fault: 'disconnect', ...bounds })
/** The connection stays open, and nothing is read or answered on it any more: a peer that vanished without a word. */
export const halfOpens = (bounds: FaultBounds = {}): FaultRule => ({ fault: 'half-open', ...bounds })
/** The whole dispatcher goes: every connection is closed and new ones are refused. */
export const crashes = (bounds: FaultBounds = {}): FaultRule => ({ fault: 'crash', ...bounds })

/** Decides for each request whether a fault strikes it. */
export type Strike = (tool: string) => FaultKind | null

/** Nothing is asked where no rule is left for the tool, so a dispatcher without faults has no choices of this kind. */
export const createFaults = (rules: readonly FaultRule[], choose: Choose): Strike => {
  const left = rules.map(({ most = 1 }) => most)
  const open = (rule: FaultRule, i: number, tool: string): boolean =>
    (left[i] ?? 0) > 0 && (rule.tool === undefined || rule.tool === tool)
  return (tool) => {
    const candidates = rules.flatMap((rule, i) => (open(rule, i, tool) ? [i] : []))
    if (candidates.length === 0) return null
    const names = candidates.map((i) => rules[i]?.fault as FaultKind)
    const taken = choose('fault', `fault ${tool}`, ['none', ...names]) - 1
    const index = candidates[taken]
    if (index === undefined) return null
    left[index] = (left[index] ?? 0) - 1
    return names[taken] ?? null
  }
}

const FORM = /^([a-z-]+)(?::([^*]+))?(?:\*(\d+))?$/

/** Reads the form of the command line: `drop`, `drop:terminal`, `drop:terminal*3` (at most three times). Throws `BAD_OPTION`. */
export const parseFault = (text: string): FaultRule => {
  const [, fault, tool, most] = FORM.exec(text) ?? []
  const kind = FAULT_KINDS.find((known) => known === fault)
  if (kind === undefined) {
    throw new HarnessError('BAD_OPTION', 'not a fault', {
      found: text,
      expected: `${FAULT_KINDS.join(', ')}, as drop or drop:terminal*3`,
    })
  }
  return { fault: kind, ...(tool === undefined ? {} : { tool }), ...(most === undefined ? {} : { most: Number(most) }) }
}

export const printFault = ({ fault, tool, most }: FaultRule): string =>
  `${fault}${tool === undefined ? '' : `:${tool}`}${most === undefined ? '' : `*${most}`}`
