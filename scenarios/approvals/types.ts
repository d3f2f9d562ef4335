// What the parts of the agent runtime say to each other.

export type Choice = 'once' | 'session' | 'always' | 'deny'

/** Which run is meant. */
export interface RunContext {
  readonly profile: string
  readonly session: string
  readonly run: string
}

/** `terminal`: asked where the run was started. `gateway`: asked in the chat of its session. */
export type ApprovalPath = 'terminal' | 'gateway'

export interface Question {
  readonly id: string
  readonly path: ApprovalPath
  readonly session: string
  readonly run: string
  readonly command: string
  /** Whether the answer may be `always`. */
  readonly allowPermanent: boolean
  /** After it the answer is `deny`. */
  readonly timeoutMs: number
}

export interface Answer {
  readonly id: string
  readonly session: string
  readonly choice: Choice
}

export interface Delta {
  readonly session: string
  readonly run: string
  readonly text: string
}

/** Whoever starts a run, and hears of it. */
export interface Client {
  /** Shows a question in the terminal; the answer comes by `answer`. */
  onQuestion(question: Question): void
  /** Sends a question to the chat; settles when it has gone out, which may be after it was answered. */
  notify(question: Question): Promise<void>
  onDelta(delta: Delta): void
  /** The session may run again. */
  onEnd?(outcome: Outcome): void
}

export interface Outcome {
  readonly run: string
  readonly status: 'done' | 'error' | 'cancelled'
  /** By command. */
  readonly choices: Readonly<Record<string, Choice>>
  readonly error?: string
}

/** Where each thing belongs, by its id. */
export interface Routes {
  /** Kept after the run, so that its outcome can be asked for. */
  readonly runs: Map<string, RunContext>
  readonly sessions: Map<string, RunContext>
  readonly approvals: Map<string, RunContext>
  readonly compressions: Map<string, RunContext>
}

/** Which run it is that asks, and that a run is on at all. */
export interface Scope {
  /** The run that the calling code belongs to. */
  current(): RunContext | undefined
  /** How many runs are on. */
  depth(): number
  /** Does the work as part of a run; the environment says meanwhile that commands are to be asked for. */
  during<T>(context: RunContext, work: () => Promise<T>): Promise<T>
}

export interface AskOptions {
  /** Default true. */
  readonly allowPermanent?: boolean
}

export interface Approvals {
  /** Questions of this run go to this client. */
  bind(context: RunContext, client: Client): void
  /** Forgets the client of a run, and denies what the run still asks. */
  unbind(context: RunContext): void
  /** Asks whether the run that the caller belongs to may do this. Never rejects; `deny` where nobody answers, or there is nobody to ask. */
  ask(path: ApprovalPath, command: string, options?: AskOptions): Promise<Choice>
  /** False: there is no such question, or not any more. */
  answer(answer: Answer): boolean
  /** Denies what the runs of a profile still ask, and forgets their clients. */
  denyAll(profile: string): void
  /** Sessions that have a client, by path. */
  bound(): Readonly<Record<ApprovalPath, readonly string[]>>
}
