// The stable key of a task, taken apart: `<actor>|<what>|<n>`.

export interface KeyParts {
  readonly actor: string
  readonly what: string
  /** The how many-th of its actor's with that name, from 1. */
  readonly n: number
}

/** `null` for the name of data. */
export const keyParts = (key: string): KeyParts | null => {
  const [, actor, what, n] = /^([^|]*)\|(.*)\|(\d+)$/s.exec(key) ?? []
  return actor === undefined || what === undefined ? null : { actor, what, n: Number(n) }
}
