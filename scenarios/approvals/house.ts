// An agent runtime with the people who use it, as the scenarios open it, and what they see of it at the end.
import type { Surroundings } from '../../harness/index.js'
import { type AgentRuntime, openAgentRuntime, type Parts, type Status } from './agent-runtime.js'
import { createPeople, type People } from './people.js'
import { agentWorker } from './service.js'

export interface House {
  readonly runtime: AgentRuntime
  readonly people: People
}

/** What the scenarios see at the end: plain data. */
export interface Observed {
  /** The setting of the environment; `null`: absent. */
  readonly setting: string | null
  /** Once everybody was done. */
  readonly before: Status
  /** How many sessions there were, and how many `destroyAll` said that it has ended. */
  readonly sessions: number
  readonly ended: number
  /** After `destroyAll`. */
  readonly after: Status
}

export const openHouse = (variant: Partial<Parts>, { dispatcher, controls, workload }: Surroundings): House => {
  if (dispatcher?.address.transport !== 'uds') throw new TypeError('this runtime knows unix sockets only')
  controls.program('agent-worker', agentWorker)
  const runtime = openAgentRuntime({ service: { path: dispatcher.address.path } }, variant)
  return { runtime, people: createPeople(runtime, controls, workload) }
}

export const observe = async ({ runtime }: House): Promise<Observed> => {
  const before = runtime.status()
  const setting = process.env.AGENT_EXEC_ASK ?? null
  const ended = await runtime.destroyAll()
  return { setting, before, sessions: before.tables.sessions?.length ?? 0, ended, after: runtime.status() }
}
