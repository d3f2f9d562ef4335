// The scope of a run: which run the code that asks belongs to, and the setting that is on while any run is.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunContext, Scope } from '../approvals/types.js'

/** Whoever executes a command asks first where this is set. */
const SETTING = 'AGENT_EXEC_ASK'

export const createScope = (): Scope => {
  const storage = new AsyncLocalStorage<RunContext>()
  let depth = 0
  let before: string | undefined

  const enter = (): void => {
    if (depth === 1) before = process.env[SETTING]
    process.env[SETTING] = '1'
  }

  const leave = (): void => {
    if (depth > 0) return
    if (before === undefined) delete process.env[SETTING]
    else process.env[SETTING] = before
  }

  return {
    current: () => storage.getStore(),
    depth: () => depth,
    async during(context, work) {
      const outer = depth
      depth = outer + 1
      enter()
      try {
        return await storage.run(context, work)
      } finally {
        depth = outer
        leave()
      }
    },
  }
}
