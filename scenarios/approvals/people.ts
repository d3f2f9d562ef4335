// The people who use an agent runtime: each starts runs, answers what these ask, and keeps what reached them.
import type { Controls, Json, Operation, Workload } from '../../harness/index.js'
import type { AgentRuntime } from './agent-runtime.js'
import type { ApprovalPath, Choice, Client, Outcome, Question } from './types.js'

/** What one operation is to do. */
export interface Task {
  readonly profile: string
  readonly session: string
  /** One after the other, each as soon as the session may run again. */
  readonly prompts: readonly string[]
  /** A command outside of every run, while the first one is on. */
  readonly besides?: string
  /** Answers come only after the questions have expired. */
  readonly late?: boolean
  /** The first prompt is sent twice, as by a double click. */
  readonly impatient?: boolean
  /** Once all is over, somebody of another profile sends the first prompt to this session. */
  readonly intruded?: boolean
  /** The profile is destroyed after as many ms. */
  readonly destroyAfterMs?: number
}

/** What became of it: plain data for the oracles. */
export interface Done {
  readonly outcomes: readonly Outcome[]
  /** What was streamed to this operation. */
  readonly heard: readonly string[]
  /** What the command outside of every run came to; `null`: it was denied. */
  readonly besides?: string | null
}

/** By the first word of the command: no two commands of a run get the same answer. */
const CHOICES: Readonly<Record<string, Choice>> = { rm: 'deny', ls: 'once', make: 'session', git: 'always', df: 'once' }
export const choiceFor = (command: string): Choice => CHOICES[command.split(' ', 1)[0] ?? ''] ?? 'deny'

const LATE_MS = 10_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface People {
  /** Does one operation, for whoever has it in the workload. */
  work(operation: Operation): Promise<Done>
}

export const createPeople = (runtime: AgentRuntime, controls: Controls, workload: Workload): People => ({
  async work({ token, input }) {
    const task = input as unknown as Task
    const name = workload.callers.find(({ operations }) => operations.some((one) => one.token === token))?.name ?? ''
    const listener = listen(runtime, controls, { name, token, late: task.late ?? false })
    try {
      return { ...(await follow(runtime, task, listener)), heard: listener.heard }
    } finally {
      await listener.answered()
    }
  },
})

interface Listener {
  /** What was streamed to it. */
  readonly heard: readonly string[]
  /** `onEnd` is called when the session may run again. */
  client(onEnd?: () => void): Client
  /** Notes that nothing that is asked from now on, or was asked before, may be answered any more. */
  left(): void
  /** Settles when all questions that reached it are answered. */
  answered(): Promise<unknown>
}

interface Person {
  readonly name: string
  readonly token: string
  readonly late: boolean
}

const listen = (runtime: AgentRuntime, controls: Controls, { name, token, late }: Person): Listener => {
  const heard: string[] = []
  const answers: Promise<void>[] = []

  const answer = async (via: ApprovalPath, { id, path, session, command, timeoutMs }: Question): Promise<void> => {
    if (late) await sleep(timeoutMs + LATE_MS)
    else await controls.pause(`${name} reads ${id}`)
    runtime.answer({ id, session: `not ${session}`, choice: 'always' }) // in another chat somebody has seen the number
    const choice = choiceFor(command)
    const facts = { actor: name, call: controls.nextCall(), op: 'answer' }
    controls.record({ ...facts, type: 'invoke', input: { command, choice, id, asked: token, late, path, via } })
    controls.record({ ...facts, type: 'ok', output: runtime.answer({ id, session, choice }).message })
  }
  return {
    heard,
    client: (onEnd = () => {}) => ({
      onQuestion: (question) => void answers.push(answer('terminal', question)),
      notify(question) {
        answers.push(answer('gateway', question))
        return controls.pause(`${question.id} sent to the chat`)
      },
      onDelta: ({ text }) => void heard.push(text),
      onEnd,
    }),
    left: () => controls.record({ actor: name, call: controls.nextCall(), op: 'left', type: 'invoke', input: { token } }),
    answered: () => Promise.all(answers),
  }
}

/** Does all that a task says, at the same time but for the prompts. */
const follow = async (runtime: AgentRuntime, task: Task, { client, left }: Listener): Promise<Omit<Done, 'heard'>> => {
  const { profile, session, prompts, besides, impatient, intruded, destroyAfterMs } = task
  const start = (prompt: string, onEnd?: () => void): Promise<Outcome> =>
    runtime.start({ profile, session, prompt, client: client(onEnd) })

  const inTurn = async ([prompt, ...rest]: readonly string[]): Promise<Outcome[]> => {
    if (prompt === undefined) return []
    let later: Promise<Outcome[]> = Promise.resolve([])
    const outcome = await start(prompt, () => {
      later = inTurn(rest)
      later.catch(() => {}) // heard of below
    })
    return [outcome, ...(await later)]
  }
  const again = async (): Promise<void> => {
    if (impatient) await start(prompts[0] ?? '').catch(() => {}) // it is refused
  }
  const intrude = async (): Promise<void> => {
    if (!intruded) return
    const elsewhere = { profile: `not ${profile}`, session, prompt: prompts[0] ?? '', client: client() }
    await runtime.start(elsewhere).catch(() => {}) // so is this
  }
  const aside = async (): Promise<Pick<Done, 'besides'>> =>
    besides === undefined ? {} : { besides: await runtime.execute(profile, 'terminal', besides) }
  const leave = async (): Promise<void> => {
    if (destroyAfterMs === undefined) return
    await sleep(destroyAfterMs)
    await runtime.destroyProfile(profile)
    left()
  }
  const [outcomes, other] = await Promise.all([inTurn(prompts), aside(), again(), leave()])
  await intrude()
  return { outcomes, ...other }
}

export const inputOf = (task: Task): Json => task as unknown as Json
