// A session: a conversation under a key, with what the store does not have yet.

export interface Session {
  readonly key: string
  /** Under which the store keeps it. */
  readonly id: string
  readonly messages: string[]
  /** Messages that the store does not have yet, the oldest first. */
  readonly unsaved: string[]
  /** Deleted, or replaced by a new one: whoever still has it, has something of the past. */
  gone: boolean
}

export const createSession = (key: string, id: string, messages: readonly string[] = []): Session => ({
  key,
  id,
  messages: [...messages],
  unsaved: [],
  gone: false,
})
