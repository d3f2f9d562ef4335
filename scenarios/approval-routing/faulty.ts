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
  readonly id: string
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
  /** By session, the oldest first. */
  const waiting = new Map<string, Waiting[]>()
  let lastId = 0

  const settle = (entry: Waiting | undefined, choice: Choice): boolean => {
    const queue = waiting.get(entry?.context.session ?? '') ?? []
    if (entry === undefined || !queue.includes(entry)) return false
    queue.splice(queue.indexOf(entry), 1)
    routes.approvals.delete(entry.id)
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
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(entry, 'deny'), timeoutMs)
      const entry = { id, context, resolve, timer }
      waiting.set(session, [...(waiting.get(session) ?? []), entry])
      routes.approvals.set(id, context)
      const question = { id, path, session, run, command, allowPermanent, timeoutMs }
      put(question, bound.client).catch(() => settle(entry, 'deny')) // nobody has seen it
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
      for (const entry of [...waiting.values()].flat()) if (entry.context.run === run) settle(entry, 'deny')
    },
    ask,
    answer: ({ session, choice }: Answer) => settle(waiting.get(session)?.[0], choice),
    denyAll(profile) {
      for (const table of Object.values(clients)) {
        for (const [session, { context }] of table) if (context.profile === profile) table.delete(session)
      }
      for (const entry of [...waiting.values()].flat()) if (entry.context.profile === profile) settle(entry, 'deny')
    },
    bound: () => ({ terminal: [...clients.terminal.keys()], gateway: [...clients.gateway.keys()] }),
  }
}
