// Strings and transactions, as much of Redis as the programs need: tools of a dispatcher that speaks RESP.
import { constant, type DispatcherSpec, rejects } from '../../../harness/index.js'

type Tools = Exclude<DispatcherSpec['tools'], (...none: never) => unknown>
type Words = readonly string[]

/** Made anew for each execution: it remembers what was set. */
export const strings = (): Tools => {
  const values = new Map<string, string>()
  const set = (key: string, value: string, onlyNew: boolean): string | null => {
    if (onlyNew && values.has(key)) return null
    values.set(key, value)
    return 'OK'
  }
  const run = ([name, key = '', value = '', option = '']: Words): string | null =>
    name === 'get' ? (values.get(key) ?? null) : set(key, value, option.toLowerCase() === 'nx')
  return {
    get: (args) => run(['get', ...(args as Words)]),
    set: (args) => run(['set', ...(args as Words)]),
    multi: constant('OK'),
    queued: constant('QUEUED'),
    exec: (commands) => (commands as readonly Words[]).map(run),
    hello: rejects('NOPROTO unsupported protocol version'),
    client: constant('OK'),
    info: constant('redis_version:7.0.0\r\nloading:0\r\n'),
  }
}
