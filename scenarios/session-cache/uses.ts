// The uses that callers made of the cache, as a history tells them.
import type { HistoryEvent } from '../../harness/index.js'
import { keyOf } from './scene.js'

export interface Use {
  readonly actor: string
  readonly op: string
  readonly key: string | null
  readonly text: string | null
  readonly begin: number
  /** Infinite where it never ended. */
  readonly end: number
  /** `null` where it never ended well. */
  readonly output: unknown
}

export const callsIn = (history: readonly HistoryEvent[]): Use[] =>
  history
    .filter(({ actor, type }) => actor !== 'dispatcher' && type === 'invoke')
    .map((invoke) => {
      const { actor, op, call, n } = invoke
      const end = history.find((event) => event.call === call && (event.type === 'ok' || event.type === 'fail'))
      const { n: ended = Number.POSITIVE_INFINITY, output = null } = end ?? {}
      return { actor, op, key: keyOf(invoke), text: textOf(invoke), begin: n, end: ended, output }
    })

export const textOf = ({ input }: HistoryEvent): string | null => (input as { readonly text?: string }).text ?? null
