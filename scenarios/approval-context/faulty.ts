// The scope of a run: which run the code that asks belongs to, and the setting that is on while any run is.
import type { RunContext, Scope } from '../approvals/types.js'

/** Whoever executes a command asks first where this is set. */
const SETTING = 'AGENT_EXEC_ASK'

export const createScope = (): Scope => {
  let running: RunContext | undefined
  let depth = 0
  let before: string | undefined

  const enter = (): void => {
    depth += 1
    if (depth > 1) return
    before = process.env[SETTING]
    process.env[SETTING] = '1'
  }

  const leave = (): void => {
    depth -= 1
    if (depth > 0) return
    if (before === undefined) delete process.env[SETTING]
    else process.env[SETTING] = before
  }

  return {
    current: () => running,
    depth: () => depth,
    async during(context, work) {
      const outer = running
      running = context
      enter()
      try {
        return await work()
      } finally {
        leave()
        running = outer
      }
    },
  }
}
