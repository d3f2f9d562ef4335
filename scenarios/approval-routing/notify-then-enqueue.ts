// Approvals: a command is asked for in the terminal or in the chat of its session, and waits for the answer to its own question.
import type {
  Answer,
  ApprovalPath,
  Approvals,
  AskOptions,
  Choice,
  Client,
  Question,
  Routes,
  RunContext,
  Scope,
} from '../approvals/types.js'

const TIMEOUT_MS: Readonly<Record<ApprovalPath, number>> = { terminal: 120_000, gateway: 300_000 }

interface Bound {
  readonly context: RunContext
  readonly client: Client
}

interface Waiting {
  readonly context: RunContext
  readonly timer: NodeJS.Timeout
  resolve(choice: Choice): void
}

export interface ApprovalsOptions {
  readonly scope: Scope
  readonly routes: Routes
}

export const createApprovals = ({ scope, routes }: ApprovalsOptions): Approvals => {
  /** By session. */
  const clients: Record<ApprovalPath, Map<string, Bound>> = { terminal: new Map(), gateway: new Map() }
  /** By the question's id. */
  const waiting = new Map<string, Waiting>()
  let lastId = 0

  const settle = (id: string, choice: Choice): boolean => {
    const entry = waiting.get(id)
    if (entry === undefined) return false
    waiting.delete(id)
    routes.approvals.delete(id)
    clearTimeout(entry.timer)
    entry.resolve(choice)
    return true
  }

  const put = async (question: Question, { onQuestion, notify }: Client): Promise<void> => {
    if (question.path === 'terminal') onQuestion(question)
    else await notify(question)
  }

  const ask = async (path: ApprovalPath, command: string, { allowPermanent = true }: AskOptions = {}): Promise<Choice> => {
    const context = scope.current()
    const bound = context === undefined ? undefined : clients[path].get(context.session)
    if (context === undefined || bound === undefined) return 'deny'
    const { session, run } = context
    const id = `ap-${++lastId}`
    const timeoutMs = TIMEOUT_MS[path]
    try {
      await put({ id, path, session, run, command, allowPermanent, timeoutMs }, bound.client)
    } catch {
      return 'deny' // nobody has seen it
    }
    return new Promise((resolve) => {
      waiting.set(id, { context, resolve, timer: setTimeout(() => settle(id, 'deny'), timeoutMs) })
      routes.approvals.set(id, context)
    })
  }

  return {
    bind(context, client) {
      for (const path of ['terminal', 'gateway'] as const) clients[path].set(context.session, { context, client })
    },
    unbind({ session, run }) {
      for (const path of ['terminal', 'gateway'] as const) {
        if (clients[path].get(session)?.context.run === run) clients[path].delete(session)
      }
      for (const [id, entry] of waiting) if (entry.context.run === run) settle(id, 'deny')
    },
    ask,
    // Whoever answers in another chat means another question.
    answer: ({ id, session, choice }: Answer) => waiting.get(id)?.context.session === session && settle(id, choice),
    denyAll(profile) {
      for (const table of Object.values(clients)) {
        for (const [session, { context }] of table) if (context.profile === profile) table.delete(session)
      }
      for (const [id, entry] of waiting) if (entry.context.profile === profile) settle(id, 'deny')
    },
    bound: () => ({ terminal: [...clients.terminal.keys()], gateway: [...clients.gateway.keys()] }),
  }
}
