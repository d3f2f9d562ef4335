// What a process shares between executions besides memory: environment, working directory, globals, listeners of the process.
import type { Leftover } from '../../core/execution.js'
import { MAIN } from '../../core/history.js'

interface Ambient {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly globals: ReadonlySet<string>
  readonly listeners: ReadonlyMap<string | symbol, number>
}

export const ambientNow = (): Ambient => ({
  env: { ...process.env },
  cwd: process.cwd(),
  globals: new Set(Object.keys(globalThis)),
  listeners: new Map(process.eventNames().map((name) => [name, process.listenerCount(name)])),
})

/** What differs now, as leftovers. */
export const ambientLeftovers = (before: Ambient): Leftover[] => {
  const after = ambientNow()
  const changes: string[] = []
  for (const name of new Set([...Object.keys(before.env), ...Object.keys(after.env)])) {
    if (before.env[name] !== after.env[name]) changes.push(`environment variable ${name}`)
  }
  if (before.cwd !== after.cwd) changes.push('working directory')
  for (const name of after.globals) if (!before.globals.has(name)) changes.push(`global ${name}`)
  for (const [name, count] of after.listeners) {
    if (count > (before.listeners.get(name) ?? 0)) changes.push(`listener of process '${String(name)}'`)
  }
  return changes.map((what) => ({ kind: 'ambient', what, actor: MAIN, referenced: true }))
}
