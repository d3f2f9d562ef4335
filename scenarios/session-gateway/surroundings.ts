// What stands around the gateway in a scenario: the store with the service that builds agents, and the programs of its workers.
import { type Controls, type Json, mockDispatcher, oneOf, type ToolSpec } from '../../harness/index.js'
import sessionHelper from './session-helper.js'
import sessionWorker from './session-worker.js'

const numbered = (prefix: string): (() => string) => {
  let last = 0
  return () => `${prefix}-${++last}`
}

/** Rows and agents are numbered in the order in which they are asked for. Rows are kept when their sessions end. */
const tools = (): Readonly<Record<string, ToolSpec>> => {
  const rows = new Map<string, Json>()
  const newId = numbered('s')
  return {
    open(row) {
      const id = newId()
      rows.set(id, row)
      return id
    },
    reopen: (args) => rows.get((args as { readonly session: string }).session) ?? null,
    read: () => [] as Json,
    commit: () => null,
    end: () => null,
    build: numbered('agent'),
    release: () => null,
  }
}

/** Each request takes a while, and building an agent a while longer. */
export const store = mockDispatcher({
  tools,
  service: 'concurrent',
  delay: oneOf(5, 40, 150),
  delays: { build: oneOf(10, 300) },
})

/** The programs of workers and of their helpers. */
export const provideWorkers = (controls: Controls): void => {
  controls.program('session-worker', sessionWorker, { module: new URL('./session-worker.js', import.meta.url) })
  controls.program('session-helper', sessionHelper, { module: new URL('./session-helper.js', import.meta.url) })
}
