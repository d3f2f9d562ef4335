// The runs: one at a time in each session, from its start to the saving of what was said.

import type { Choices } from '../approvals/agent.js'
import type { Message, Runs, RunsOptions, Session, StartRequest } from '../approvals/runs.js'
import type { Outcome, RunContext } from '../approvals/types.js'

/** A conversation that is longer is made shorter. */
const MOST_MESSAGES = 3

export const createRuns = ({ scope, approvals, streams, routes, service, agent, sessions }: RunsOptions): Runs => {
  let lastRun = 0

  const sessionOf = ({ profile, session: id }: StartRequest): Session => {
    const known = sessions.get(id)
    if (known !== undefined && known.profile !== profile) throw new Error(`session ${id} belongs to another profile`)
    const session = known ?? newSession(id, profile)
    sessions.set(id, session)
    routes.sessions.set(id, { profile, session: id, run: '' })
    return session
  }

  const claim = (session: Session, { prompt, client }: StartRequest): RunContext => {
    const context = { profile: session.profile, session: session.id, run: `run-${++lastRun}` }
    Object.assign(session, { run: context.run, status: 'running', error: null })
    session.messages.push({ role: 'user', content: prompt })
    routes.runs.set(context.run, context)
    approvals.bind(context, client)
    streams.bind(context, client)
    return context
  }

  const load = async (session: Session): Promise<void> => {
    if (session.loaded) return
    const earlier = (await service.ask('load', { session: session.id })) as readonly Message[]
    session.messages.unshift(...earlier)
    session.loaded = true
  }

  const conduct = async (session: Session, context: RunContext, prompt: string): Promise<Outcome> => {
    const { signal } = session.end
    const { run } = context
    try {
      const choices = await scope.during(context, () => agent.follow(context, prompt, signal))
      session.messages.push({ role: 'assistant', content: summary(choices) })
      Object.assign(session, { run: null, status: 'idle' })
      return { run, status: 'done', choices }
    } catch (failure) {
      const error = failure instanceof Error ? failure.message : String(failure)
      Object.assign(session, { run: null, status: 'error', error })
      return { run, status: signal.aborted ? 'cancelled' : 'error', choices: {}, error }
    }
  }

  const save = async ({ id, loaded, messages }: Session): Promise<void> => {
    if (!loaded) return // what was said earlier is not among them
    await service.ask('save', { session: id, messages }).catch(() => {}) // the next run saves it
  }

  const compress = async (session: Session, context: RunContext): Promise<void> => {
    const { id, loaded, compressing, messages, end } = session
    if (messages.length <= MOST_MESSAGES || !loaded || compressing || end.signal.aborted) return
    routes.compressions.set(context.run, context)
    session.compressing = true
    try {
      const older = messages.slice(0, -1)
      messages.splice(0, older.length, (await service.ask('compress', { session: id, messages: older })) as Message)
    } catch {
      // The next run tries again.
    } finally {
      session.compressing = false
    }
  }

  return {
    async start(request) {
      const session = sessionOf(request)
      if (session.run !== null) throw new Error(`session ${session.id} is already running`)
      await load(session)
      const context = claim(session, request)
      try {
        const outcome = await conduct(session, context, request.prompt)
        request.client.onEnd?.(outcome)
        return outcome
      } finally {
        await save(session)
        approvals.unbind(context)
        streams.unbind(context)
        await compress(session, context)
      }
    },
  }
}

const newSession = (id: string, profile: string): Session => ({
  id,
  profile,
  end: new AbortController(),
  messages: [],
  loaded: false,
  compressing: false,
  status: 'idle',
  run: null,
  error: null,
})

const summary = (choices: Choices): string =>
  Object.entries(choices)
    .map(([command, choice]) => `${command}: ${choice}`)
    .join('\n')
