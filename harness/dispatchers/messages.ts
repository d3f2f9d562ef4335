// What goes over the wire: requests as they are read, answers as they are written.
import type { AnswerForm, DispatcherSpec } from '../core/dispatcher-spec.js'
import type { Json } from '../core/history.js'

export interface Request {
  readonly tool: string
  readonly args: Json
  /** Only where the client sent one; it is echoed back. */
  readonly id?: Json
  /** Only in the file protocol: the answer is named after it. */
  readonly seq?: Json
}

export type Parsed =
  | { readonly ok: true; readonly request: Request }
  /** `text`: as it arrived. */
  | { readonly ok: false; readonly problem: string; readonly text: string; readonly id?: Json }

/** What the client expects its answer to carry. */
export const idOf = (parsed: Parsed): Json | undefined => (parsed.ok ? parsed.request.id : parsed.id)

/** Reads one request. What cannot be read is a problem to be answered, never an exception. */
export const parseRequest = (text: string): Parsed => {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, text, problem: `not JSON: ${(error as Error).message}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, text, problem: 'not a JSON object' }
  const { tool, args = {}, id, seq } = value as { readonly [key: string]: Json }
  const given = { ...(id === undefined ? {} : { id }) }
  if (typeof tool !== 'string') return { ok: false, text, problem: 'no tool is named', ...given }
  return { ok: true, request: { tool, args, ...given, ...(seq === undefined ? {} : { seq }) } }
}

export type Answer = { readonly result: Json } | { readonly error: { readonly message: string } }

export const errorAnswer = (message: string): Answer => ({ error: { message } })

/** One line of JSON; inside a JSON string where the spec says so, for clients that decode twice. */
export const printAnswer = (answer: Answer, id: Json | undefined, form: AnswerForm = 'json'): string => {
  const json = JSON.stringify(id === undefined ? answer : { id, ...answer })
  return form === 'json-in-string' ? JSON.stringify(json) : json
}

export type AnswerForms = Pick<DispatcherSpec, 'answers' | 'answersBy'>

/** The form of the answer to what was read. */
export const formOf = (parsed: Parsed, { answers, answersBy = {} }: AnswerForms): AnswerForm | undefined =>
  parsed.ok && Object.hasOwn(answersBy, parsed.request.tool) ? answersBy[parsed.request.tool] : answers

/** Half a line of JSON. */
export const GARBAGE = '{"result":'
