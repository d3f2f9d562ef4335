// An agent runtime: runs in concurrent sessions, which ask for approvals on two paths. The base of the scenarios approval-context and
// approval-routing: each of their variants replaces the one part in which its mistake lies, and leaves the others as they are.
import { createScope } from '../approval-context/fixed.js'
import { createApprovals } from '../approval-routing/fixed.js'
import { connectStore } from '../support/store-client.js'
import { type Agent, createAgent } from './agent.js'
import { createDestroy, type Destroy } from './destroy.js'
import { createRuns, type Runs, type Session } from './runs.js'
import { createStreams } from './streams.js'
import type { Answer, Routes } from './types.js'
import { createWorkers } from './workers.js'

/** The parts that a variant may replace. */
export interface Parts {
  readonly createScope: typeof createScope
  readonly createApprovals: typeof createApprovals
  readonly createRuns: typeof createRuns
  readonly createDestroy: typeof createDestroy
}

/** What an answer is told that resolved its question. */
export const RESOLVED = 'resolved'

const PARTS: Parts = { createScope, createApprovals, createRuns, createDestroy }

export interface AgentRuntime {
  readonly start: Runs['start']
  readonly execute: Agent['execute']
  /** Answers a question; says whether that resolved anything. */
  answer(answer: Answer): { readonly resolved: boolean; readonly message: string }
  readonly destroyProfile: Destroy['profile']
  readonly destroyAll: Destroy['all']
  session(id: string): Session | undefined
  /** What is on right now: for a status page. */
  status(): Status
  close(): Promise<void>
}

export interface Status {
  readonly depth: number
  readonly workers: readonly string[]
  /** What each table holds. */
  readonly tables: Readonly<Record<string, readonly string[]>>
}

export interface AgentRuntimeOptions {
  /** Socket of the service that has the model and keeps the sessions. */
  readonly service: { readonly path: string }
}

export const openAgentRuntime = (options: AgentRuntimeOptions, replaced: Partial<Parts> = {}): AgentRuntime => {
  const parts = { ...PARTS, ...replaced }
  const service = connectStore(options.service)
  const sessions = new Map<string, Session>()
  const routes: Routes = { runs: new Map(), sessions: new Map(), approvals: new Map(), compressions: new Map() }
  const workers = createWorkers()
  const scope = parts.createScope()
  const approvals = parts.createApprovals({ scope, routes })
  const streams = createStreams(scope)
  const agent = createAgent({ approvals, service, workers, say: streams.say })
  const runs = parts.createRuns({ scope, approvals, streams, routes, service, agent, sessions })
  const destroy = parts.createDestroy({ approvals, routes, sessions, workers })
  return {
    start: runs.start,
    execute: agent.execute,
    answer(answer) {
      const resolved = approvals.answer(answer)
      return { resolved, message: resolved ? RESOLVED : `nothing waits for an answer to ${answer.id}` }
    },
    destroyProfile: destroy.profile,
    destroyAll: destroy.all,
    session: (id) => sessions.get(id),
    status: () => {
      const { terminal, gateway } = approvals.bound()
      const held = Object.entries(routes).map(([name, table]) => [name, [...table.keys()]])
      return { depth: scope.depth(), workers: workers.running(), tables: { terminal, gateway, ...Object.fromEntries(held) } }
    },
    async close() {
      await destroy.all()
      service.close()
    },
  }
}
