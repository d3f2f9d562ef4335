// What went wrong with an answer: told apart by symptom, in sentences for a person. Only reached where something did.
import type { EndKind } from '../core/execution.js'
import { type Call, type HistoryEvent, MALFORMED } from '../core/history.js'
import { carries } from '../core/tokens.js'
import type { Verdict } from '../core/verdict.js'
import { distinct, listed, shortened, spelled } from './sentence.js'
import { type Service, serviceOf } from './served.js'

/** What the oracle knows about an execution once it has to look closely. */
export interface Answering {
  readonly calls: readonly Call[]
  /** By index of the call. */
  readonly tokens: readonly (string | null)[]
  /** The user said how an answer is told. */
  readonly matches: boolean
  /** Whether `output` belongs to the call of that index. */
  owns(index: number, output: unknown): boolean
  mayFail(call: Call): boolean
  /** An operation that was refused each time may not end well with nothing. */
  readonly refusalsFail: boolean
}

/** In the order in which a report leads with them: the cause before what follows from it. */
const SYMPTOMS = ['swap', 'duplicate', 'late', 'garbled', 'drop', 'unexpected-failure', 'lost-refusal'] as const
type Symptom = (typeof SYMPTOMS)[number]

interface Finding extends Pick<Verdict, 'message'> {
  readonly symptom: Symptom
  readonly events: readonly number[]
}

/** At most one finding for each symptom: the first in the order of the calls. */
export const diagnose = (answering: Answering, history: readonly HistoryEvent[], endKind: EndKind): Finding[] => {
  const { calls, tokens } = answering
  const hasItsAnswer = ({ end }: Call, index: number): boolean => end?.type === 'ok' && answering.owns(index, end.output)
  const missing = calls.flatMap((call, index) => (hasItsAnswer(call, index) ? [] : [index]))
  const view: View = { ...answering, service: serviceOf(history, calls, tokens), endKind, missing }
  const found = new Map<Symptom, Finding>()
  for (let index = 0; index < calls.length; index++) {
    const finding = findingAt(view, index)
    if (finding !== null && !found.has(finding.symptom)) found.set(finding.symptom, finding)
  }
  return SYMPTOMS.flatMap((symptom) => found.get(symptom) ?? [])
}

interface View extends Answering {
  readonly service: Service
  readonly endKind: EndKind
  /** Indices of the calls that did not get their own answer. */
  readonly missing: readonly number[]
}

const callAt = (view: View, index: number): Call => view.calls[index] as Call

const findingAt = (view: View, index: number): Finding | null => {
  const { end } = callAt(view, index)
  if (end === null) return dropped(view, index)
  switch (end.type) {
    case 'ok':
      return view.missing.includes(index) ? wrongAnswer(view, index, end) : runTogether(view, index, end)
    case 'fail':
      return failure(view, index, end)
    default:
      return null
  }
}

/** Another caller's answer, if that one is still missing it, beside the caller's own, which came alone: two frames taken for one. */
const runTogether = (view: View, index: number, end: HistoryEvent): Finding | null => {
  if (!view.missing.some((other) => view.owns(other, end.output)) || view.service.of(index).answers.length === 0) return null
  const owner = ownersIn(view, index, end.output).find((other) => view.missing.includes(other))
  if (owner === undefined) return null
  return {
    symptom: 'garbled',
    message: `${receiver(view, index)} received its own answer and the one to ${callName(view, owner)}, run together`,
    events: eventsOf(view, index, owner),
  }
}

const wrongAnswer = (view: View, index: number, end: HistoryEvent): Finding | null => {
  const [owner] = ownersIn(view, index, end.output)
  if (owner !== undefined) return misdelivered(view, index, owner, 'received')
  const refusal = lostRefusal(view, index, end)
  if (refusal !== null) return refusal
  if (view.mayFail(callAt(view, index)) || view.service.hitByFault(index) || wasAnsweredWithoutToken(view, index)) return null
  return {
    symptom: 'garbled',
    message: `${receiver(view, index)} received an answer that belongs to nobody: ${spelled(end.output)}`,
    events: eventsOf(view, index),
  }
}

/** The calls whose answer `data` is, other than the one at `index`, which may mention them by its own input or answer. */
const ownersIn = (view: View, index: number, data: unknown): number[] => {
  const { invoke } = callAt(view, index)
  const mine: unknown[] = [invoke.input, ...view.service.of(index).answers.map(({ output, error }) => output ?? error)]
  return view.calls.flatMap((_, other) => {
    if (other === index || !view.owns(other, data)) return []
    const token = view.tokens[other] ?? null
    return token !== null && mine.some((own) => carries(own, token)) ? [] : [other]
  })
}

/** A tool that answers without the token (a constant, a table, an error): what came back cannot be told apart. */
const wasAnsweredWithoutToken = (view: View, index: number): boolean => {
  if (view.matches) return false
  const answers = view.service.of(index).answers.filter(({ op }) => op !== MALFORMED)
  return answers.length > 0 && !answers.some(({ output, error }) => view.owns(index, output ?? error))
}

/** Refused, whenever it asked, and told that all is well: whoever asked takes the lack of an answer for one. */
const lostRefusal = (view: View, index: number, end: HistoryEvent): Finding | null => {
  const { answers } = view.service.of(index)
  const [refusal] = answers
  if (!view.refusalsFail || end.output != null || refusal === undefined || !answers.every(isRefusal)) return null
  if (view.mayFail(callAt(view, index))) return null
  const message = `${callName(view, index)} ended well and with nothing, although the dispatcher had refused it: ${shortened(refusal.error || '(no error text)')}`
  return { symptom: 'lost-refusal', message, events: [...eventsOf(view, index), refusal.n] }
}

/** What arrived at `index`, as an answer or as the text of an error, belongs to `owner`. */
const misdelivered = (view: View, index: number, owner: number, how: 'received' | 'failed with'): Finding => {
  const events = eventsOf(view, index, owner)
  const receivers = view.calls.flatMap((_, other) => (hasReceived(view, other, owner) ? [other] : []))
  const answer = `answer to ${callName(view, owner)}`
  if (receivers.length > 1) return { symptom: 'duplicate', message: `${together(view, receivers)} the ${answer}`, events }
  const isLate = hadGivenUp(view, owner, index)
  const who = receiver(view, index)
  if (isLate) return { symptom: 'late', message: `${who} ${how} the late ${answer}, which had been given up`, events }
  return { symptom: 'swap', message: `${who} ${how} the ${answer}`, events }
}

/** The owner had ended by itself, by a time-out say, before its answer came: not because it took another's. */
const hadGivenUp = (view: View, owner: number, index: number): boolean => {
  const { end } = callAt(view, owner)
  const receiving = callAt(view, index)
  if (end === null || end.type === 'ok' || end.n > (receiving.end?.n ?? 0)) return false
  if (end.type === 'fail' && sourceOf(view, owner, end) !== undefined) return false
  const { answers } = view.service.of(owner)
  return answers.length > 0 ? answers.every(({ n }) => n > end.n) : end.n < receiving.invoke.n
}

const hasReceived = (view: View, index: number, owner: number): boolean => {
  const { end } = callAt(view, index)
  return end?.type === 'ok' && view.owns(owner, end.output)
}

const together = (view: View, receivers: readonly number[]): string => {
  const names = distinct(receivers.map((index) => receiver(view, index)))
  if (names.length === 1) return `${names[0]} received more than once`
  return `${listed(names)} ${names.length === 2 ? 'both' : 'all'} received`
}

const failure = (view: View, index: number, end: HistoryEvent): Finding | null => {
  const token = view.tokens[index] ?? null
  if (token === null) return null
  const source = sourceOf(view, index, end)
  if (source !== undefined) return misdelivered(view, index, source, 'failed with')
  if (view.mayFail(callAt(view, index)) || view.service.struckByFault(index)) return null
  const { requests, answers } = view.service.of(index)
  if (answers.some(isRefusal)) return null
  const why = unexpected(view, requests, answers, end)
  if (why === null) return null
  const message = `${callName(view, index)} failed ${why}: ${shortened(end.error || '(no error text)')}`
  return { symptom: 'unexpected-failure', message, events: eventsOf(view, index) }
}

/** The call whose answer an operation failed with: its token is in the text, or the text is its refusal and not one's own. */
const sourceOf = (view: View, index: number, end: HistoryEvent): number | undefined => {
  const error = end.error ?? ''
  const [owner] = carries(error, view.tokens[index] ?? '') ? [] : textOwners(view, index, error)
  if (owner !== undefined) return owner
  const { answers } = view.service.of(index)
  const isExplained = answers.length === 0 || answers.some(isRefusal) || view.service.struckByFault(index)
  return isExplained || view.mayFail(callAt(view, index)) ? undefined : lenderOf(view, index, error)
}

/** Error texts are searched for tokens even where `match` judges outputs. */
const textOwners = (view: View, index: number, text: string): number[] =>
  ownersIn({ ...view, owns: (other, data) => carries(data, view.tokens[other] ?? '') }, index, text)

/** The call whose refusal by the dispatcher is this very error. */
const lenderOf = (view: View, index: number, error: string): number | undefined => {
  const lenders = view.calls.flatMap((_, other) => {
    if (other === index) return []
    const refusals = view.service.of(other).answers.filter(isRefusal)
    return refusals.some((refusal) => refusal.error !== undefined && refusal.error !== '' && error.includes(refusal.error))
      ? [other]
      : []
  })
  return lenders[0]
}

/** An error that the dispatcher gave on purpose: not the one for a request that it could not read. */
const isRefusal = ({ type, op }: HistoryEvent): boolean => type === 'fail' && op !== MALFORMED

const unexpected = (
  view: View,
  requests: readonly HistoryEvent[],
  answers: readonly HistoryEvent[],
  end: HistoryEvent,
): string | null => {
  const answer = answers.find(({ type }) => type === 'ok')
  if (answer !== undefined) return answer.n < end.n ? 'although the dispatcher had answered it' : 'before its answer came'
  if (answers.some(({ op }) => op === MALFORMED)) return 'because its request arrived malformed'
  if (requests.length > 0) return null
  // Without a dispatcher in the history only an announced token shows that there should have been one.
  return view.service.recorded || view.calls.some(({ invoke }) => invoke.token !== undefined)
    ? 'before the dispatcher received it'
    : null
}

const dropped = (view: View, index: number): Finding | null => {
  if (view.endKind !== 'completed' && view.endKind !== 'deadlock' && view.endKind !== 'stuck') return null
  const { answers } = view.service.of(index)
  if (answers.length === 0 || view.service.struckByFault(index)) return null
  const message = `the answer to ${callName(view, index)} never reached ${callAt(view, index).invoke.actor}`
  return { symptom: 'drop', message, events: [...eventsOf(view, index), ...answers.map(({ n }) => n)] }
}

const eventsOf = (view: View, ...indices: readonly number[]): number[] =>
  indices.flatMap((index) => {
    const { invoke, end } = callAt(view, index)
    return end === null ? [invoke.n] : [invoke.n, end.n]
  })

const callsOnce = (view: View, actor: string): boolean => view.calls.filter(({ invoke }) => invoke.actor === actor).length === 1

/** `ann's call`, with its token where ann made several. */
const callName = (view: View, index: number): string => {
  const { actor } = callAt(view, index).invoke
  const token = view.tokens[index] ?? null
  return callsOnce(view, actor) || token === null ? `${actor}'s call` : `${actor}'s call ${token}`
}

const receiver = (view: View, index: number): string => {
  const { actor } = callAt(view, index).invoke
  const token = view.tokens[index] ?? null
  return callsOnce(view, actor) || token === null ? actor : `${actor} (calling ${token})`
}
