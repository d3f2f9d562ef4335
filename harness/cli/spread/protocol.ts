// What the command line and a process that explores shares for it tell each other: orders on a pipe of their own, replies among the messages.
import type { Counterexample } from '../../core/report.js'
import type { Account, Finding, Share, SubjectFacts } from '../../search/index.js'

/** The file descriptor of the orders. Its end ends the process. */
export const ORDERS_FD = 4

export type Order =
  | {
      readonly kind: 'explore'
      readonly share: Share
      /** Milliseconds since the search began. */
      readonly elapsedMs: number
      /** Milliseconds until the search is out of time; `null` where time is not its budget. */
      readonly leftMs: number | null
    }
  /** What was found is final, and is made small. */
  | { readonly kind: 'shrink' }
  /** A lower share has found something: what was found here is of no use. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'counterexample'; readonly finding: Finding }
  /** Of one kind, from a search that has kept going. */
  | { readonly kind: 'distinct'; readonly findings: readonly Finding[] }

export type Reply =
  /** The variant is loaded; orders are awaited. */
  | { readonly type: 'ready'; readonly facts: SubjectFacts; readonly runtime: string }
  /** Of the share that is being explored, now and then. */
  | { readonly type: 'exploring'; readonly executions: number; readonly distinct: number }
  /** The share ends here; whether to go on is awaited. */
  | { readonly type: 'found'; readonly account: Account }
  | { readonly type: 'explored'; readonly account: Account; readonly counterexamples: readonly Counterexample[] }
  | { readonly type: 'made'; readonly counterexamples: readonly Counterexample[] }
