// What an agent does in a run: asks the model, executes the commands that it calls for, and tells how it goes.
import type { StoreClient } from '../support/store-client.js'
import type { ApprovalPath, Approvals, Choice, RunContext } from './types.js'
import type { Workers } from './workers.js'

export interface AgentOptions {
  readonly approvals: Approvals
  /** The service that has the model. */
  readonly service: StoreClient
  readonly workers: Workers
  /** Streams a piece of the answer to whoever belongs to the run. */
  readonly say: (text: string) => void
}

/** Commands and what was chosen for them. */
export type Choices = Record<string, Choice>

export interface Agent {
  /** Follows a prompt to its end; rejects where the model fails, or the run is aborted. */
  follow(context: RunContext, prompt: string, signal: AbortSignal): Promise<Choices>
  /** Executes a command outside of the model's doing. `null`: it was denied. */
  execute(profile: string, path: ApprovalPath, command: string): Promise<string | null>
}

interface ToolCall {
  readonly path: ApprovalPath
  readonly command: string
}

export const createAgent = ({ approvals, service, workers, say }: AgentOptions): Agent => {
  /** As a server it asks; as a script that somebody runs it does not. */
  const permission = async ({ path, command }: ToolCall): Promise<Choice> =>
    process.env.AGENT_EXEC_ASK === '1' ? approvals.ask(path, command) : 'once'

  const use = async (profile: string, call: ToolCall, signal: AbortSignal): Promise<Choice> => {
    const choice = await permission(call)
    signal.throwIfAborted()
    say(choice === 'deny' ? `${call.command}: denied` : await workers.execute(profile, call.command))
    return choice
  }

  return {
    async follow({ profile }, prompt, signal) {
      signal.throwIfAborted()
      workers.start(profile) // it is there when the model has answered
      const calls = (await service.ask('complete', { prompt })) as readonly ToolCall[]
      signal.throwIfAborted()
      const choices = await Promise.all(calls.map(async (call) => [call.command, await use(profile, call, signal)] as const))
      return Object.fromEntries(choices)
    },
    async execute(profile, path, command) {
      return (await approvals.ask(path, command)) === 'deny' ? null : workers.execute(profile, command)
    },
  }
}
