// A store for the session gateway that a test holds up or has refuse something, over no connection at all.
import type { StoreClient } from '../../../scenarios/support/store-client.js'

export interface SessionStore extends StoreClient {
  /** What it was asked for, in order. */
  readonly asked: readonly string[]
  /** The next time `tool` is asked for, it is answered when the result is called. */
  hold(tool: string): () => void
  /** The next time `tool` is asked for, it is refused. */
  refuse(tool: string): void
}

export const createSessionStore = (): SessionStore => {
  const asked: string[] = []
  const held = new Map<string, Promise<void>>()
  const refused = new Set<string>()
  const rows = new Map<string, unknown>()
  const answers: Readonly<Record<string, (args: unknown) => unknown>> = {
    open(row) {
      const id = `s-${asked.length}`
      rows.set(id, row)
      return id
    },
    build: () => 'agent-1',
    read: () => [],
    reopen: (args) => rows.get((args as { readonly session: string }).session) ?? null,
  }
  return {
    asked,
    hold(tool) {
      let release = (): void => {}
      held.set(tool, new Promise((resolve) => (release = resolve)))
      return release
    },
    refuse: (tool) => void refused.add(tool),
    async ask(tool, args) {
      asked.push(tool)
      const [holding, isRefused] = [held.get(tool), refused.delete(tool)]
      held.delete(tool)
      await holding
      if (isRefused) throw new Error(`${tool} is refused`)
      return answers[tool]?.(args) ?? null
    },
    close() {},
  }
}
