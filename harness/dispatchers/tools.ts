// What a dispatcher's tools do with their arguments: four kinds that are data, and functions that answer at once.
import type { ToolFunction, ToolSpec } from '../core/dispatcher-spec.js'
import { HarnessError } from '../core/errors.js'
import type { Json } from '../core/history.js'

/** Answers with its own arguments. */
export const echo = (): ToolSpec => ({ tool: 'echo' })

/** Answers every call with an error. */
export const rejects = (message = 'the tool says no'): ToolSpec => ({ tool: 'reject', message })

/** Answers every call with the same value. */
export const constant = (value: Json): ToolSpec => ({ tool: 'constant', value })

/** Answers with the value that stands under the text of the argument `by`; with an error where there is none. */
export const table = (by: string, values: { readonly [key: string]: Json }): ToolSpec => ({ tool: 'table', by, values })

export type ToolRequest = Parameters<ToolFunction>[1]

/** What a tool came to. A tool that fails is an answer like any other. */
export type ToolOutcome = { readonly result: Json } | { readonly error: string }

/** The value itself where the tool has it at once, a promise only where the tool made one. */
export type MaybeLater<T> = T | Promise<T>

/**
 * Asks a tool. `step` tells the ordinal of the step that runs (constant where nothing counts steps).
 * Rejects with `TOOL_NOT_IMMEDIATE` where a tool function needs more than one drain of ticks and microtasks.
 */
export const askTool = (
  name: string,
  tool: ToolSpec,
  args: Json,
  request: ToolRequest,
  step: () => number,
): MaybeLater<ToolOutcome> => {
  if (typeof tool === 'function') return askFunction(name, tool, args, request, step)
  switch (tool.tool) {
    case 'echo':
      return { result: args }
    case 'reject':
      return { error: tool.message }
    case 'constant':
      return { result: tool.value }
    case 'table':
      return lookUp(name, tool.by, tool.values, args)
  }
}

const lookUp = (name: string, by: string, values: { readonly [key: string]: Json }, args: Json): ToolOutcome => {
  const key = typeof args === 'object' && args !== null ? String((args as { readonly [key: string]: Json })[by]) : ''
  const result = Object.hasOwn(values, key) ? values[key] : undefined
  return result === undefined ? { error: `${name} knows nothing of ${by} ${JSON.stringify(key)}` } : { result }
}

const askFunction = (name: string, tool: ToolFunction, args: Json, request: ToolRequest, step: () => number) => {
  try {
    const answer = tool(args, request)
    return isPromise(answer) ? withinOneDrain(name, answer, step) : succeeded(answer)
  } catch (error) {
    return failed(error)
  }
}

const isPromise = (value: unknown): value is Promise<Json> => typeof (value as { then?: unknown } | null)?.then === 'function'
const succeeded = (result: Json | undefined): ToolOutcome => ({ result: result ?? null })
const failed = (error: unknown): ToolOutcome => ({ error: error instanceof Error ? error.message : String(error) })

/** An immediate comes after the drain: whoever has not settled by then waits for something that a schedule would have to order. */
const withinOneDrain = (name: string, answer: Promise<Json>, step: () => number): Promise<ToolOutcome> =>
  new Promise((resolve, reject) => {
    const asked = step()
    const late = (): void => reject(notImmediate(name))
    const guard = setImmediate(late)
    const settle = (outcome: ToolOutcome): void => {
      clearImmediate(guard)
      // Inside an execution I/O may come before the immediate; the step tells that apart.
      if (step() === asked) resolve(outcome)
      else late()
    }
    answer.then(
      (result) => settle(succeeded(result)),
      (error) => settle(failed(error)),
    )
  })

const notImmediate = (name: string): HarnessError =>
  new HarnessError('TOOL_NOT_IMMEDIATE', `the tool function ${name} did not settle at once`, {
    found: 'it still waits after one drain of ticks and microtasks',
    expected: 'a tool answers from memory; how long it takes is the business of its delay profile',
    usually: 'it awaits a timer, a file or a socket',
    remedy: `answer at once and give ${name} a delay profile: delays: { ${name}: uniform(0, 50) }`,
  })
