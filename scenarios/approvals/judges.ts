// What the oracles read from a history of people and an agent runtime.
import { type Delivery, type Execution, type HistoryEvent, invariant, type Oracle } from '../../harness/index.js'
import { RESOLVED } from './agent-runtime.js'
import type { Observed } from './house.js'
import { choiceFor, type Done, type Task } from './people.js'

export const observedIn = ({ observed }: Execution): Observed => observed as Observed

interface Asked {
  readonly id: string
  readonly command: string
  /** Token of the operation that the question reached. */
  readonly asked: string
  readonly late: boolean
  /** Where it was to be asked, and where it was. */
  readonly path: string
  readonly via: string
}

const isAnswer = ({ op, type }: HistoryEvent): boolean => op === 'answer' && type === 'invoke'
const askedIn = ({ input }: HistoryEvent): Asked => input as Asked

const tokenIn = (text: string): string | null => /TAG-\d+/.exec(text)?.[0] ?? null

/** Operations that people have begun, with what became of them. */
const operationsIn = (
  history: readonly HistoryEvent[],
): { readonly invoke: HistoryEvent; readonly ok: HistoryEvent | undefined }[] =>
  history
    .filter(({ type, token }) => type === 'invoke' && token !== undefined)
    .map((invoke) => ({ invoke, ok: history.find(({ call, type }) => call === invoke.call && type === 'ok') }))

const doneIn = (ok: HistoryEvent | undefined): Done => (ok?.output as Done | undefined) ?? { outcomes: [], heard: [] }

/** `ann's TAG-1`, by token. */
const namesIn = (history: readonly HistoryEvent[]): ((token: string | null) => string | null) => {
  const names = new Map(operationsIn(history).map(({ invoke }) => [invoke.token, `${invoke.actor}'s ${invoke.token}`]))
  return (token) => (token === null ? null : (names.get(token) ?? null))
}

/** Questions, pieces of answers and choices, with those that they reached and those that they belong to. */
export const deliveriesIn = ({ history }: Execution): Delivery[] => {
  const nameOf = namesIn(history)
  const besides = new Set(operationsIn(history).map(({ invoke }) => (invoke.input as Task).besides))
  const questions = history.filter(isAnswer).flatMap((event) => {
    const { command, asked, path, via } = askedIn(event)
    const of = besides.has(command) ? null : nameOf(tokenIn(command))
    const question = { what: `the question about "${command}"`, event: event.n }
    return [
      { ...question, to: nameOf(asked) ?? asked, of },
      { ...question, to: `the ${via}`, of: `the ${path}` },
    ]
  })
  const answered = answeredIn(history)
  const others = operationsIn(history).flatMap(({ invoke, ok }) => {
    const to = nameOf(invoke.token ?? null) ?? ''
    const { heard, outcomes } = doneIn(ok)
    const event = ok === undefined ? {} : { event: ok.n }
    const deltas = heard.map((text) => ({ to, of: nameOf(tokenIn(text)), what: `the words "${text}"`, ...event }))
    return [...deltas, ...outcomes.flatMap(({ choices }) => choicesIn(choices, answered, event))]
  })
  return [...questions, ...others]
}

interface Answered {
  /** Commands that were asked for. */
  readonly asked: ReadonlySet<string>
  /** Those whose answer came in time, and resolved something. */
  readonly resolved: ReadonlySet<string>
}

const answeredIn = (history: readonly HistoryEvent[]): Answered => {
  const answers = history.filter(isAnswer)
  const inTime = answers.filter((event) => !askedIn(event).late && isResolved(history, event))
  return { asked: commandsIn(answers), resolved: commandsIn(inTime) }
}

const commandsIn = (answers: readonly HistoryEvent[]): Set<string> => new Set(answers.map((event) => askedIn(event).command))

const isResolved = (history: readonly HistoryEvent[], { call }: HistoryEvent): boolean =>
  history.find((event) => event.call === call && event.type === 'ok')?.output === RESOLVED

/** A choice that nobody made for this command was made for another: those of a run are all different. Without an answer it is `deny`. */
const choicesIn = (
  choices: Done['outcomes'][number]['choices'],
  { asked, resolved }: Answered,
  event: { readonly event?: number },
): Delivery[] =>
  Object.entries(choices)
    .filter(([command, choice]) => asked.has(command) && choice !== choiceFor(command))
    .filter(([command, choice]) => choice !== 'deny' || resolved.has(command))
    .map(([command, choice]) => ({ to: `"${command}"`, of: 'another command', what: `the answer "${choice}"`, ...event }))

/** Commands whose question was answered, as often as an answer resolved anything. */
export const resolvedIn = ({ history }: Execution): { readonly key: string; readonly event: number }[] =>
  history
    .filter((event) => isAnswer(event) && isResolved(history, event))
    .map((event) => ({ key: askedIn(event).command, event: event.n }))

/** What a prompt makes the model call for; nothing where it makes the model fail. */
const commandsOf = (prompt: string): string[] =>
  prompt.startsWith('fail') ? [] : prompt.split('\n').map((line) => line.slice(line.indexOf(' ') + 1))

/** Commands of runs that came to their end, whose people answer in time. */
export const dueIn = ({ history }: Execution): string[] =>
  operationsIn(history).flatMap(({ invoke, ok }) => {
    const { late = false, prompts } = invoke.input as Task
    const runs = doneIn(ok).outcomes.flatMap(({ status }, i) => (status === 'done' ? [prompts[i] ?? ''] : []))
    return late ? [] : runs.flatMap(commandsOf)
  })

/** Questions that were answered in time, though their run may have ended in another way meanwhile; not once their profile was destroyed. */
export const mayIn = ({ history }: Execution): string[] => {
  const hasLeft = (event: HistoryEvent): boolean =>
    history.some(
      ({ op, n, input }) => op === 'left' && n < event.n && (input as { token: string }).token === askedIn(event).asked,
    )
  return history
    .filter((event) => isAnswer(event) && !askedIn(event).late && !hasLeft(event))
    .map((event) => askedIn(event).command)
}

/** What was asked outside of every run was denied; whoever has a session that nobody else uses is refused nothing. */
export const failsClosed = (): Oracle =>
  invariant('fails-closed', ({ history }) => {
    const failed = history.find(({ type, op }) => type === 'fail' && op === 'leave')
    if (failed !== undefined) return `${failed.actor}'s ${failed.op} failed: ${failed.error}`
    const done = operationsIn(history).find(({ ok }) => typeof doneIn(ok).besides === 'string')
    return done === undefined || `"${(done.invoke.input as Task).besides}" was executed, though no run had asked for it`
  })
