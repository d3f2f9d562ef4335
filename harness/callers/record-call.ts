// Records one operation of a race: who asked for what under which token, and what came back.
import type { Controls } from '../core/runtime.js'
import type { OpenCalls } from './open-calls.js'

export interface RecordCallOptions {
  /** Name of the operation in the timeline. Default `call`. */
  readonly op?: string
  /** What the answer must carry. Default: see `World.call`. */
  readonly token?: string
}

export type RecordCall = <T>(
  caller: string,
  input: unknown,
  perform: (token: string) => T,
  options?: RecordCallOptions,
) => Promise<Awaited<T>>

export const createCallRecorder = (controls: Controls, calls: OpenCalls): RecordCall => {
  const counts = new Map<string, number>()
  /** Counted by caller, so that a token names the same operation whatever the schedule. */
  const freshToken = (caller: string): string => {
    const count = (counts.get(caller) ?? 0) + 1
    counts.set(caller, count)
    return `${caller}-${count}`
  }
  const recordCall = async (caller: string, input: unknown, perform: Perform, options: RecordCallOptions = {}) => {
    const { op = 'call', token = tokenIn(input) } = options
    // A token that `perform` does not take can be in no answer, and would be missed in every one.
    const given = token ?? (perform.length > 0 ? freshToken(caller) : undefined)
    const call = calls.open({ actor: caller, op, token: given, input })
    try {
      const output = await controls.as(caller, () => perform(given ?? ''))
      call.succeed(output)
      return output
    } catch (error) {
      call.fail(error)
      throw error
    }
  }
  return recordCall as RecordCall
}

type Perform = (token: string) => unknown

const tokenIn = (input: unknown): string | undefined => {
  if (typeof input !== 'object' || input === null) return undefined
  const { token, tag } = input as { readonly token?: unknown; readonly tag?: unknown }
  return [token, tag].find((word): word is string => typeof word === 'string' && word !== '')
}
