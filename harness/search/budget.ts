// How much a search may spend: executions or milliseconds.
import { HarnessError } from '../core/errors.js'
import { real } from '../runtimes/node/kernel/real.js'

export type BudgetSpec = { readonly executions: number } | { readonly ms: number }

/** `2000` executions, `30s`, `1500ms`, `2m`. Throws `BAD_OPTION` for anything else. */
export const parseBudget = (text: string): BudgetSpec => {
  const [, digits, unit] = /^\s*(\d+)\s*(ms|s|m|)\s*$/.exec(text) ?? []
  const amount = Number(digits)
  if (digits === undefined || amount === 0 || !Number.isSafeInteger(amount)) {
    throw new HarnessError('BAD_OPTION', `\`${text}\` is no budget`, {
      expected: 'executions, as in 2000, or a time, as in 30s, 2m or 500ms',
    })
  }
  return unit === '' ? { executions: amount } : { ms: amount * (unit === 'm' ? 60_000 : unit === 's' ? 1000 : 1) }
}

export interface Budget {
  /** Used up after that many executions. */
  spent(executions: number): boolean
  /** Time is the budget, and it is up. */
  isOver(): boolean
  /** How much is used up, 0 to 1. */
  done(executions: number): number
  elapsedMs(): number
  /** `null` where executions are what counts. */
  leftMs(): number | null
}

export const startBudget = (spec: BudgetSpec): Budget => {
  const startMs = real.performanceNow()
  const elapsedMs = (): number => real.performanceNow() - startMs
  if ('ms' in spec) {
    const isOver = (): boolean => elapsedMs() >= spec.ms
    return {
      spent: isOver,
      isOver,
      done: () => Math.min(1, elapsedMs() / spec.ms),
      elapsedMs,
      leftMs: () => spec.ms - elapsedMs(),
    }
  }
  const most = spec.executions
  return {
    spent: (executions) => executions >= most,
    isOver: () => false,
    done: (executions) => (most === 0 ? 1 : Math.min(1, executions / most)),
    elapsedMs,
    leftMs: () => null,
  }
}
