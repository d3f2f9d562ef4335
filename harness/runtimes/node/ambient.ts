// What a process shares between executions besides memory, environment and working directory: globals, listeners of the process.
// Compared around recorded executions only, since it takes a while.
import type { Leftover } from '../../core/execution.js'
import { MAIN } from '../../core/history.js'

interface Ambient {
  readonly globals: ReadonlySet<string>
  readonly listeners: ReadonlyMap<string | symbol, number>
}

export const ambientNow = (): Ambient => ({
  globals: new Set(Object.keys(globalThis)),
  listeners: new Map(process.eventNames().map((name) => [name, process.listenerCount(name)])),
})

/** What differs now, as leftovers. */
export const ambientLeftovers = (before: Ambient): Leftover[] => {
  const after = ambientNow()
  const changes: string[] = []
  for (const name of after.globals) if (!before.globals.has(name)) changes.push(`global ${name}`)
  for (const [name, count] of after.listeners) {
    if (count > (before.listeners.get(name) ?? 0)) changes.push(`listener of process '${String(name)}'`)
  }
  return changes.map((what) => ({ kind: 'ambient', what, actor: MAIN, referenced: true }))
}
