// What the scene of the gateway shows once all callers have settled.
import type { Execution, HistoryEvent } from '../../../harness/index.js'

export interface Seen {
  readonly table: readonly {
    readonly session: string
    readonly key: string
    /** The client that it speaks to; `null`: none. */
    readonly bound: string | null
    readonly running: boolean
    readonly finalized: boolean
  }[]
  readonly workers: readonly {
    readonly key: string
    readonly restarted: boolean
    readonly closed: number
    readonly kept: boolean
  }[]
  readonly agents: readonly { readonly key: string; readonly closed: number; readonly cut: boolean; readonly kept: boolean }[]
  /** By key. */
  readonly rows: Readonly<Record<string, { readonly ended?: boolean }>>
  readonly finalized: readonly { readonly key: string; readonly reason: string }[]
  /** Changes of the table by one thread while another one held its lock. */
  readonly breaches: readonly string[]
  /** Keys, by the name of the chat. */
  readonly chats: Readonly<Record<string, string>>
  readonly connected: readonly string[]
}

/** `null`: the execution ended before. */
export const seenIn = ({ observed }: Execution): Seen | null => (observed as Seen | null | undefined) ?? null

export interface Deed {
  readonly op: string
  /** The caller's name of the chat; `null`: it concerns all. */
  readonly chat: string | null
  readonly token: string
  readonly begin: number
  /** Infinite where it never ended. */
  readonly end: number
  readonly ok: boolean
  readonly output: unknown
  readonly error: string
}

export const deedsIn = (history: readonly HistoryEvent[]): Deed[] =>
  history.filter(({ actor, type }) => actor !== 'dispatcher' && type === 'invoke').map((invoke) => deedOf(invoke, history))

const deedOf = ({ op, token = '', input, call, n }: HistoryEvent, history: readonly HistoryEvent[]): Deed => {
  const end = history.find((event) => event.call === call && event.type !== 'invoke')
  const { chat = null } = (input ?? {}) as { readonly chat?: string }
  const { n: ended = Number.POSITIVE_INFINITY, type, output = null, error = '' } = end ?? {}
  return { op, chat, token, begin: n, end: ended, ok: type === 'ok', output, error }
}
