// The scope of a run: which run the code that asks belongs to, and the setting that is on while any run is.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunContext, Scope } from '../approvals/types.js'

/** Whoever executes a command asks first where this is set. */
const SETTING = 'AGENT_EXEC_ASK'

export const createScope = (): Scope => {
  const storage = new AsyncLocalStorage<RunContext>()
  let isOn = false
  let before: string | undefined

  const enter = (): void => {
    if (isOn) return
    isOn = true
    before = process.env[SETTING]
    process.env[SETTING] = '1'
  }

  const leave = (): void => {
    if (!isOn) return
    isOn = false
    if (before === undefined) delete process.env[SETTING]
    else process.env[SETTING] = before
  }

  return {
    current: () => storage.getStore(),
    depth: () => (isOn ? 1 : 0),
    async during(context, work) {
      enter()
      try {
        return await storage.run(context, work)
      } finally {
        leave()
      }
    },
  }
}
