// An agent runtime with the people who use it, as the scenarios open it, and what they see of it at the end.
import type { Surroundings } from '../../harness/index.js'
import { addressOf } from '../support/address.js'
import { type AgentRuntime, openAgentRuntime, type Parts, type Status } from './agent-runtime.js'
import { createPeople, type People } from './people.js'
import type { Message, Session } from './runs.js'
import { agentWorker } from './service.js'

export interface House {
  readonly runtime: AgentRuntime
  readonly people: People
  /** The setting of the environment before anything began; `null`: absent. */
  readonly settingBefore: string | null
}

/** What the scenarios see at the end: plain data. */
export interface Observed {
  /** The setting of the environment, before anything began and once everybody was done; `null`: absent. */
  readonly settingBefore: string | null
  readonly setting: string | null
  /** What was said, by session; of those that were destroyed, or whose row could not be read, nothing. */
  readonly conversations: Readonly<Record<string, readonly Message[]>>
  /** Once everybody was done. */
  readonly before: Status
  /** How many sessions there were, and how many `destroyAll` said that it has ended. */
  readonly sessions: number
  readonly ended: number
  /** After `destroyAll`. */
  readonly after: Status
}

export const openHouse = (variant: Partial<Parts>, { dispatcher, controls, workload }: Surroundings): House => {
  controls.program('agent-worker', agentWorker)
  const settingBefore = process.env.AGENT_EXEC_ASK ?? null
  const runtime = openAgentRuntime({ service: addressOf(dispatcher) }, variant)
  return { runtime, people: createPeople(runtime, controls, workload), settingBefore }
}

export const observe = async ({ runtime, settingBefore }: House): Promise<Observed> => {
  const before = runtime.status()
  const setting = process.env.AGENT_EXEC_ASK ?? null
  const { sessions = [] } = before.tables
  const conversations = Object.fromEntries(sessions.flatMap((id) => conversationOf(runtime.session(id))))
  const ended = await runtime.destroyAll()
  return { settingBefore, setting, before, conversations, sessions: sessions.length, ended, after: runtime.status() }
}

const conversationOf = (session: Session | undefined): [string, Message[]][] =>
  session?.loaded === true ? [[session.id, [...session.messages]]] : []
