// Whether a dispatcher's description makes sense, said before anything runs.
import type { DispatcherSpec, ToolSpec } from '../core/dispatcher-spec.js'
import { HarnessError } from '../core/errors.js'

/** Faults that need a connection that can be cut. */
const OF_CONNECTIONS = ['disconnect', 'half-open']

/** Returns the tools, made anew where they are a function. Throws `BAD_OPTION`. */
export const checkSpec = (spec: DispatcherSpec): Readonly<Record<string, ToolSpec>> => {
  const tools = typeof spec.tools === 'function' ? spec.tools() : spec.tools
  const known = (name: string): boolean => Object.hasOwn(tools, name)
  if (Object.keys(tools).length === 0) throw wrong('a dispatcher needs a tool', 'none', 'tools: { terminal: echo() }')
  const named = [
    ...(spec.allow ?? []),
    ...Object.keys(spec.delays ?? {}),
    ...Object.keys(spec.answersBy ?? {}),
    ...(spec.faults ?? []).flatMap(({ tool }) => tool ?? []),
  ]
  for (const name of named) {
    if (!known(name)) throw wrong('a dispatcher names a tool that it does not have', name, Object.keys(tools).join(', '))
  }
  for (const { fault } of spec.transport === 'file' ? (spec.faults ?? []) : []) {
    if (OF_CONNECTIONS.includes(fault))
      throw wrong('files have no connection to cut', fault, 'drop, duplicate, error, garble or crash')
  }
  if (spec.protocol === 'resp') checkResp(spec)
  return tools
}

const checkResp = ({ transport, answers, answersBy = {} }: DispatcherSpec): void => {
  if (transport === 'file') throw wrong('files hold JSON', 'protocol resp', 'transport uds or tcp')
  const inStrings = [answers, ...Object.values(answersBy)].find((form) => form === 'json-in-string')
  if (inStrings !== undefined) throw wrong('the answers of Redis are no JSON', inStrings, 'protocol json')
}

const wrong = (message: string, found: string, expected: string): HarnessError =>
  new HarnessError('BAD_OPTION', message, { found, expected })
