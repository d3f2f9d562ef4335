// What the oracles read from a history of people and an agent runtime.
import type { Delivery, Execution, HistoryEvent } from '../../harness/index.js'
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
  const questions = history.filter(isAnswer).map((event) => {
    const { command, asked } = askedIn(event)
    const of = besides.has(command) ? null : nameOf(tokenIn(command))
    return { to: nameOf(asked) ?? asked, of, what: `the question about "${command}"`, event: event.n }
  })
  const asked = new Set(history.filter(isAnswer).map((event) => askedIn(event).command))
  const others = operationsIn(history).flatMap(({ invoke, ok }) => {
    const to = nameOf(invoke.token ?? null) ?? ''
    const { heard, outcomes } = doneIn(ok)
    const event = ok === undefined ? {} : { event: ok.n }
    const deltas = heard.map((text) => ({ to, of: nameOf(tokenIn(text)), what: `the words "${text}"`, ...event }))
    return [...deltas, ...outcomes.flatMap(({ choices }) => choicesIn(choices, asked, event))]
  })
  return [...questions, ...others]
}

/** A choice that nobody made for this command was made for another: those of a run are all different. */
const choicesIn = (
  choices: Done['outcomes'][number]['choices'],
  asked: ReadonlySet<string>,
  event: { readonly event?: number },
): Delivery[] =>
  Object.entries(choices)
    .filter(([command, choice]) => asked.has(command) && choice !== 'deny' && choice !== choiceFor(command))
    .map(([command, choice]) => ({ to: `"${command}"`, of: 'another command', what: `the answer "${choice}"`, ...event }))

/** Commands whose question was answered, as often as an answer resolved anything. */
export const resolvedIn = ({ history }: Execution): { readonly key: string; readonly event: number }[] =>
  history.filter(isAnswer).flatMap((event) => {
    const end = history.find(({ call, type }) => call === event.call && type === 'ok')
    return end?.output === RESOLVED ? [{ key: askedIn(event).command, event: event.n }] : []
  })

/** What a prompt makes the model call for; nothing where it makes the model fail. */
const commandsOf = (prompt: string): string[] =>
  prompt.startsWith('fail') ? [] : prompt.split('\n').map((line) => line.slice(line.indexOf(' ') + 1))

/** Commands of runs that nobody cancelled, whose people answer in time. */
export const dueIn = ({ history }: Execution): string[] =>
  operationsIn(history).flatMap(({ invoke, ok }) => {
    const { late = false, prompts } = invoke.input as Task
    const runs = doneIn(ok).outcomes.flatMap(({ status }, i) => (status === 'cancelled' ? [] : [prompts[i] ?? '']))
    return late ? [] : runs.flatMap(commandsOf)
  })

/** Questions that were answered in time, though their run may have ended in another way meanwhile. */
export const mayIn = ({ history }: Execution): string[] =>
  history
    .filter(isAnswer)
    .map(askedIn)
    .filter(({ late }) => !late)
    .map(({ command }) => command)
